"""Files to and from the page, and what is there at the next visit."""
import json
import time
import unittest
from pathlib import Path

from page_driver import CTRL, Browser, Server, missing, PAGE

SCENARIO = json.dumps({"shardscope": 1, "name": "Dropped", "model": "llama2-7b",
                       "cluster": {"gpu": "a100-80", "gpus": 8},
                       "plan": {"tp": 8, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64}})


def setUpModule():
    if why := missing():
        raise unittest.SkipTest(why)


class Files(unittest.TestCase):
    def setUp(self):
        self.server = Server(PAGE)
        self.addCleanup(self.server.close)
        self.browser = Browser()
        self.addCleanup(self.browser.close)
        self.browser.go(self.server.address)
        self.browser.settle()

    def drop(self, name, text):
        self.browser.run("""
            const data = new DataTransfer();
            data.items.add(new File([arguments[1]], arguments[0]));
            window.dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}))""", name, text)
        self.browser.until(lambda: "Dropped" in self.browser.words())
        self.browser.settle()

    def test_a_file_that_is_dropped_opens_and_saving_downloads_it(self):
        self.drop("dropped.json", SCENARIO)
        self.browser.chord(CTRL, "s")
        folder = Path(self.browser.downloads)
        self.browser.until(lambda: [file for file in folder.glob("*.json") if file.stat().st_size > 0])
        saved = json.loads(next(folder.glob("*.json")).read_text())
        self.assertEqual(saved["name"], "Dropped")

    def test_what_was_open_is_there_at_the_next_visit(self):
        self.drop("dropped.json", SCENARIO)
        self.browser.until(lambda: self.browser.hash().startswith("shardscope1_"))
        time.sleep(2)  # until the browser's store has it
        for address in ("?again", "?once-more#" + self.browser.hash()):  # of the link no second tab
            self.browser.go(self.server.address + address)
            self.browser.settle()
            self.assertIn("Dropped", self.browser.words())
            self.assertEqual(self.browser.run("return shardscope.place('document.1')"), "")

    def test_a_second_tab_keeps_nothing_and_says_so(self):
        self.browser.ask("POST", "/window", {"handle": self.browser.ask("POST", "/window/new", {"type": "tab"})["handle"]})
        self.browser.go(self.server.address)
        self.browser.settle()
        self.assertIn("keeps nothing", self.browser.words())


if __name__ == "__main__":
    unittest.main()
