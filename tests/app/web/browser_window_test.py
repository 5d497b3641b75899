"""Files to and from the page, and what is there at the next visit."""
import json
import unittest
from pathlib import Path

from page_driver import CTRL, Browser, Server, missing, only_chromium, PAGE, ROOT

SCENARIO = json.dumps({"shardscope": 1, "name": "Dropped", "model": "llama2-7b",
                       "cluster": {"gpu": "a100-80", "gpus": 8},
                       "plan": {"tp": 8, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64}})


def setUpModule():
    if why := missing():
        raise unittest.SkipTest(why)


class Files(unittest.TestCase):
    opens = Browser

    def setUp(self):
        self.server = Server(PAGE)
        self.addCleanup(self.server.close)
        self.browser = self.opens()
        self.addCleanup(self.browser.close)
        self.browser.go(self.server.address)
        self.browser.settle()

    def drop(self, name, text, shows="Dropped"):
        self.browser.run("""
            const data = new DataTransfer();
            data.items.add(new File([arguments[1]], arguments[0]));
            window.dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}))""", name, text)
        self.browser.until(lambda: shows in self.browser.words())
        self.browser.settle()

    def stored(self, words):
        """Whether the browser's store has a file of the program's with these words."""
        return self.browser.run("""
            return new Promise((done) => {
              const asked = indexedDB.open('/home/web_user');
              asked.onerror = () => done(false);
              asked.onsuccess = () => {
                const all = asked.result.transaction('FILE_DATA').objectStore('FILE_DATA').getAll();
                all.onsuccess = () => {
                  asked.result.close();
                  const text = (file) => file.contents ? new TextDecoder().decode(file.contents) : '';
                  done(all.result.some((file) => text(file).includes(arguments[0])));
                };
              };
            })""", words)

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
        self.browser.until(lambda: self.stored("Dropped"))
        for address in ("?again", "?once-more#" + self.browser.hash()):  # of the link no second tab
            self.browser.go(self.server.address + address)
            self.browser.settle()
            self.assertIn("Dropped", self.browser.words())
            self.assertEqual(self.browser.run("return shardscope.place('document.1')"), "")

    def test_a_log_that_is_dropped_stands_beside_its_prediction(self):
        self.drop("megatron-ranks.log", (ROOT / "tests/data/logs/megatron-ranks.log").read_text(), "megatron-ranks")
        self.browser.place("log.close")
        self.assertEqual(self.browser.errors(), [])

    def choose(self, file):
        """Answers the browser's own dialog, which the page asked for, with a file; None: with none."""
        asked = self.browser.until(lambda: next((event["params"] for event in self.browser.devtools_events()
                                                 if event["method"] == "Page.fileChooserOpened"), None))
        if file is not None:
            self.browser.devtools("DOM.setFileInputFiles", files=[str(file)], backendNodeId=asked["backendNodeId"])

    @only_chromium
    def test_open_asks_for_a_file_and_opens_it(self):
        file = Path(self.browser.downloads, "mine.json")
        file.write_text(SCENARIO)
        self.browser.devtools("Page.setInterceptFileChooserDialog", enabled=True)
        self.browser.click(*self.browser.middle("button.open"))
        self.choose(file)
        self.browser.until(lambda: "Dropped" in self.browser.words())
        self.assertEqual(self.browser.errors(), [])

    @only_chromium
    def test_open_that_is_answered_with_no_file_leaves_all_as_it_is(self):
        before = self.browser.words()
        self.browser.devtools("Page.setInterceptFileChooserDialog", enabled=True)
        self.browser.run("""
            const click = HTMLInputElement.prototype.click;  // as where the person takes none
            HTMLInputElement.prototype.click = function() { this.dispatchEvent(new Event('cancel')); };
            window.undone = () => { HTMLInputElement.prototype.click = click; };""")
        self.browser.click(*self.browser.middle("button.open"))
        self.assertEqual(self.browser.words(), before)
        self.browser.run("window.undone()")
        self.browser.click(*self.browser.middle("button.open"))  # it asks again
        self.choose(None)

    def test_pictures_of_a_view_are_downloaded(self):
        for choice, pattern, begin in (("picture=Slide, 1920 x 1080", "*1920x1080.png", b"\x89PNG"),
                                       ("picture=Drawing", "*.svg", b"<")):
            self.browser.click(*self.browser.middle("picture"))
            self.browser.click(*self.browser.middle(choice))
            file = self.browser.downloaded(pattern)
            data = file.read_bytes()
            self.assertTrue(data.startswith(begin))
            self.assertGreater(len(data), 20_000)
        self.assertIn(b"<text", data)
        self.assertEqual(self.browser.errors(), [])

    @only_chromium
    def test_a_second_tab_keeps_nothing_and_says_so(self):
        self.browser.ask("POST", "/window", {"handle": self.browser.ask("POST", "/window/new", {"type": "tab"})["handle"]})
        self.browser.go(self.server.address)
        self.browser.settle()
        self.assertIn("keeps nothing", self.browser.words())


class Private(unittest.TestCase):
    def opens(self):
        """Chromium hides that a window is private: it is given what Firefox and Safari say."""
        browser = Browser()
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", source="""
            StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))""")
        return browser

    def test_a_private_window_says_that_it_keeps_nothing(self):
        server = Server(PAGE)
        self.addCleanup(server.close)
        browser = self.opens()
        self.addCleanup(browser.close)
        browser.go(server.address)
        browser.settle()
        self.assertIn("keeps nothing", browser.words())


if __name__ == "__main__":
    unittest.main()
