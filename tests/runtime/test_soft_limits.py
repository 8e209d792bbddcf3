"""The timer of a soft limit ends no process, however late its last signal comes."""

import signal
import subprocess
import sys

import pytest


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no such signals")
def test_a_signal_that_comes_after_the_limited_block_ends_no_process():
    late = (
        "import os, signal\n"
        "from sudoku_models.runtime.soft_limits import SoftLimit, soft_limit\n"
        "with soft_limit(SoftLimit(60, 60), lambda frame: False):\n"
        "    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGVTALRM])\n"
        "    if callable(signal.getsignal(signal.SIGVTALRM)):\n"  # the timer that Python before 3.12 needs
        "        os.kill(os.getpid(), signal.SIGVTALRM)\n"
        "signal.pthread_sigmask(signal.SIG_SETMASK, mask)\n"
    )
    assert subprocess.run([sys.executable, "-c", late]).returncode == 0
