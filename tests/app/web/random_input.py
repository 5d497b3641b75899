#!/usr/bin/python3
"""Seeded random input for the page: random_input.py [SECONDS] [SEED] [firefox], 60 seconds, seed 1 and Chromium by default.

Clicks, drags, turns the wheel, types, pastes, drops files, goes back and resizes. Fails where the console said an error,
the program ended, or memory is not flat: each line, a twentieth of the time, says what it took, and the last third may
hold no more than a tenth more than the third before.
"""
import json
import random
import sys
import time

from firefox_driver import Firefox, missing_firefox
from page_driver import CTRL, ENTER, ESCAPE, TAB, Browser, Server, PAGE, missing

LETTERS = "0123456789.,-abcxyz "
SIZES = ((1760, 1080, 1), (1280, 800, 2), (900, 700, 1), (2200, 1300, 1))
FILE = json.dumps({"shardscope": 1, "name": "Dropped", "model": "llama2-7b", "cluster": {"gpu": "a100-80", "gpus": 8},
                   "plan": {"tp": 8, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64}})
PASTED = (FILE, "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096", "nonsense", "")


class Person:
    """Whoever does anything at all, the same for the same seed."""

    def __init__(self, browser, seed):
        self.browser, self.dice = browser, random.Random(seed)
        self.width, self.height = SIZES[0][:2]

    def somewhere(self):
        return self.dice.randrange(self.width), self.dice.randrange(self.height)

    def keys(self, *letters):
        actions = [{"type": kind, "value": letter} for letter in letters for kind in ("keyDown", "keyUp")]
        self.browser.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def press(self):
        button = self.dice.choice((0, 0, 0, 0, 2))
        self.browser.pointer(self.browser.move(*self.somewhere()), {"type": "pause", "duration": 30},
                             {"type": "pointerDown", "button": button}, {"type": "pointerUp", "button": button})

    def drag(self):
        begin, end = self.somewhere(), self.somewhere()
        self.browser.pointer(self.browser.move(*begin), {"type": "pause", "duration": 30},
                             {"type": "pointerDown", "button": 0}, self.browser.move(*end, 200),
                             {"type": "pointerUp", "button": 0})

    def turn(self):
        x, y = self.somewhere()
        self.browser.ask("POST", "/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": self.dice.randrange(-400, 400), "duration": 0}]}]})

    def type(self):
        self.keys(*(self.dice.choice(LETTERS) for _ in range(self.dice.randrange(1, 6))))
        self.keys(self.dice.choice((ENTER, TAB, ESCAPE, "\ue012", "\ue013", "\ue014", "\ue015")))

    def chord(self):
        letter = self.dice.choice("zyszkfd")
        self.browser.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
            {"type": kind, "value": value} for kind, value in
            (("keyDown", CTRL), ("keyDown", letter), ("keyUp", letter), ("keyUp", CTRL))]}]})

    def paste(self):
        self.browser.run("""const data = new DataTransfer();
            data.setData('text/plain', arguments[0]);
            document.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}))""",
                         self.dice.choice(PASTED))

    def drop(self):
        self.browser.run("""const data = new DataTransfer();
            data.items.add(new File([arguments[0]], 'dropped.json'));
            window.dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}))""", FILE)

    def go_back(self):
        self.browser.run("history.length > 4 && history.back()")

    def resize(self):
        self.width, self.height, scale = self.dice.choice(SIZES)
        self.browser.resize(self.width, self.height, scale)

    def act(self):
        acts, weights = zip((self.press, 40), (self.drag, 20), (self.turn, 15), (self.type, 12), (self.chord, 8),
                            (self.paste, 2), (self.drop, 1), (self.go_back, 1), (self.resize, 1))
        self.dice.choices(acts, weights)[0]()


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    opens, why = (Firefox, missing_firefox()) if "firefox" in sys.argv[1:] else (Browser, missing())
    if why:
        sys.exit(why)
    server, browser = Server(PAGE), opens()
    browser.go(server.address)
    browser.run("HTMLInputElement.prototype.click = function() { this.dispatchEvent(new Event('cancel')); }")  # no dialog
    person, begin, acts, errors, taken = Person(browser, seed), time.monotonic(), 0, [], []
    while (now := time.monotonic() - begin) < seconds and not errors:
        if now >= len(taken) * seconds / 21:
            errors += browser.errors()
            taken.append(browser.memory())
            print(f"{now:6.0f} s, {acts} acts: program {taken[-1][0]:.0f} MB, scripts {taken[-1][1]:.1f} MB", flush=True)
        person.act()
        acts += 1
    errors += browser.errors()
    taken.append(browser.memory())
    browser.close()
    server.close()
    third = len(taken) // 3
    for place, name in enumerate(("program", "scripts")):
        before, after = (max(each[place] for each in part) for part in (taken[third:2 * third], taken[2 * third:]))
        if after > 1.1 * before and third > 1:
            errors.append(f"the memory of the {name} grew from {before:.1f} to {after:.1f} MB")
    print(f"{acts} acts in {seconds:.0f} s with seed {seed}; memory of program and scripts at the end {taken[-1][0]:.0f} "
          f"and {taken[-1][1]:.1f} MB; " + ("no error" if not errors else "\n".join(["errors:", *errors])))
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
