"""A test must not depend on how it was started: under nohup, in the background, from a terminal, by cron.

`plain_start()` gives this process and its children what every test may count on: signals that are neither ignored
nor blocked, UTF-8, no wish for or against colours, a home folder, a standard input, the usual umask. tools/taprun
calls it for all tests, tap.py for scripts that are started by hand.
"""
import atexit
import os
import shutil
import signal
import sys
import tempfile

# What nohup, a shell's `&` and service managers ignore, and what tests send.
SIGNALS = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGALRM", "SIGCHLD", "SIGUSR1", "SIGUSR2", "SIGTSTP", "SIGCONT")
# Wishes of whoever sits at the terminal.
WISHES = ("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLUMNS", "LINES", "LANG", "LANGUAGE",
          "PYTHONIOENCODING")


def restore_signals():
    """No signal is blocked. One that was ignored is still without effect here, but exec gives children the default:
    a handler does not survive it, as SIG_IGN would. SIGPIPE and SIGXFSZ, which Python ignores, subprocess restores."""
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for name in SIGNALS:
        number = getattr(signal, name)
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL if name == "SIGCHLD" else lambda *_: None)


def open_streams():
    """Descriptors 0, 1, 2 are open: a file that took one of their numbers would be read or written as a stream."""
    while True:
        number = os.open(os.devnull, os.O_RDWR)
        if number > 2:
            os.close(number)
            break
        os.set_inheritable(number, True)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def plain_environment():
    for name in WISHES + tuple(n for n in os.environ if n.startswith("LC_")):
        os.environ.pop(name, None)
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["TERM"] = "dumb"
    os.umask(0o022)
    if not os.access(os.environ.get("HOME", ""), os.W_OK):
        os.environ["HOME"] = tempfile.mkdtemp(prefix="home-")
        atexit.register(shutil.rmtree, os.environ["HOME"], ignore_errors=True)


def plain_start():
    restore_signals()
    open_streams()
    plain_environment()
