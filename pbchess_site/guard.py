"""Ends what a killed supervisor would leave behind.

The supervisor starts this file as a program of its own and writes to it, at each change, one line with the process
groups that now run. The end of that stream says that the supervisor is gone, however it went.
"""

import os
import signal
import sys
import time

GRACE = 5.0  # seconds from "please end" to "end"


def signal_group(group: int, number: int) -> bool:
    """Send a signal to a process group; False if there is none."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # macOS says "not permitted" of a group that has ended
        return False
    return True


def end(groups: list[int]) -> None:
    """Ask each group's leader to end, and kill what is left of the groups after the grace."""
    for leader in groups:
        try:
            os.kill(leader, signal.SIGTERM)
        except ProcessLookupError:
            signal_group(leader, signal.SIGKILL)
    give_up = time.monotonic() + GRACE
    while time.monotonic() < give_up and any(signal_group(group, 0) for group in groups):
        time.sleep(0.05)
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
