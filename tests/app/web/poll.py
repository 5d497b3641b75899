"""The one place where a test in Python waits: for a condition, asked again and again."""
import time


def poll(holds, seconds, failure):
    """What `holds` comes to once that is true; where it isn't by then, fails with the words of `failure`."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        if time.monotonic() > end:
            raise AssertionError(failure())
        time.sleep(0.05)
    return found
