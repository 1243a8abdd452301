"""What holds for every test: an interrupt interrupts, whatever the shell that started the run.

A shell that starts a command in the background lets it ignore SIGINT, and every process that this one starts. Tests of
Ctrl-C would wait in vain there.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
