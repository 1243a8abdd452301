"""Answers in other words, by a server that is not trusted: what it writes is shown only after it was verified.

    material_of   the answer -> the passages that may be phrased           (passages.py)
    request_body  -> what is sent                                          (prompt.py)
    Client.post   -> bytes, within a deadline and a size                   (client.py, breaker.py)
    verify        -> a phrasing that holds, or `Rejected`                  (verify.py and what it names)
    phrased       -> the answer with another summary and detail            (render.py)

The verdict is made before any of this and is not touched by it.
"""

from service.phrasing.phraser import Phraser
from service.phrasing.rejection import Outcome

__all__ = ["Outcome", "Phraser"]
