"""Why a phrased answer is not shown. Each reason is a label of the metric `isnad_phrasing_total`."""

from __future__ import annotations

from enum import StrEnum

from schemas.errors import ServiceError


class Outcome(StrEnum):
    """What became of one answer. All but the first leave the extractive words."""

    PHRASED = "phrased"
    # nothing was sent
    NOT_ANSWERED = "not_answered"
    NOT_SUITED = "not_suited"
    RESTING = "resting"  # the server failed several times, and is left alone for a while
    BUSY = "busy"  # as many requests as are allowed are under way
    # the server did not give a reply
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    REDIRECT = "redirect"
    STATUS = "status"
    TOO_LARGE = "too_large"
    BROKEN_OFF = "broken_off"
    INTERNAL = "internal"  # a defect of ours
    # it gave one that is not of the form
    NOT_JSON = "not_json"
    ENVELOPE = "envelope"
    CUT_OFF = "cut_off"
    FORM = "form"
    LENGTH = "length"
    # its words do not hold
    CITATION = "citation"
    CHARACTERS = "characters"
    LANGUAGE = "language"
    LINK = "link"
    QUOTATION = "quotation"
    SCRIPTURE = "scripture"
    NUMBER = "number"
    NAME = "name"
    BINDING_WORD = "binding_word"
    UNSUPPORTED = "unsupported"
    POLARITY = "polarity"
    CONDITION = "condition"
    HEARSAY = "hearsay"
    OMISSION = "omission"


class Rejected(ServiceError):
    """A phrasing that is not shown. Holds the reason and no word of the reply."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        super().__init__(f"the phrased answer is not shown: {outcome}")


def refuse_if(wrong: bool, outcome: Outcome) -> None:
    """Raise `Rejected` when something is wrong."""
    if wrong:
        raise Rejected(outcome)
