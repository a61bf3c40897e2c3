"""Ends what a killed supervisor would leave behind.

The supervisor starts this file as a program of its own and writes to it, at each change, one line with the process
groups that now run. The end of that stream says that the supervisor is gone, however it went.
"""

import os
import signal
import sys
import time
from contextlib import suppress

GRACE = 5.0  # seconds from "please end" to "end"


def signal_group(group: int, number: int) -> None:
    """Send a signal to what is left of a process group."""
    with suppress(ProcessLookupError, PermissionError):  # macOS says "not permitted" of a group that has ended
        os.killpg(group, number)


def signal_process(pid: int, number: int) -> bool:
    """Send a signal to a process; False if there is none."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True


def end(groups: list[int]) -> None:
    """Ask each group's leader to end; kill what is left of the groups when all have, or after the grace."""
    leaders = [leader for leader in groups if signal_process(leader, signal.SIGTERM)]
    give_up = time.monotonic() + GRACE
    while leaders and time.monotonic() < give_up:
        time.sleep(0.05)
        leaders = [leader for leader in leaders if signal_process(leader, 0)]
    for group in groups:
        signal_group(group, signal.SIGKILL)


def main() -> None:
    """Remember the last line of standard input; at its end, end the groups that the line names."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups: list[int] = []
    for line in sys.stdin:
        groups = [int(word) for word in line.split()]
    end(groups)


if __name__ == "__main__":
    main()
