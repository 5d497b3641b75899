"""The service worker: an old tab says that a newer page is there, and a reload brings it."""
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from page_driver import Browser, Server, missing, PAGE


def setUpModule():
    if why := missing():
        raise unittest.SkipTest(why)


class Worker(unittest.TestCase):
    opens = Browser

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="page-"))
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copytree(PAGE, self.folder, dirs_exist_ok=True)
        self.server = Server(self.folder)
        self.addCleanup(self.server.close)
        self.browser = self.opens()
        self.addCleanup(self.browser.close)

    def build(self):
        return self.browser.run("return document.querySelector('[data-build]')?.dataset.build")

    def is_told(self):
        return self.browser.run("return !document.getElementById('newer').hidden")

    def has_newer(self):
        """Whether the newer page's files are all that is kept."""
        return self.browser.run("return caches.keys().then((names) => names.join())") == "shardscope-the-newer-one"

    def visit(self):
        self.browser.go(self.server.address)
        self.browser.until(lambda: self.browser.run(
            "return navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"), 60)

    def make_newer(self):
        old = re.search(r'data-build="([^"]+)"', (self.folder / "index.html").read_text()).group(1)
        for name in ("index.html", "page.js", "worker.js"):
            file = self.folder / name
            file.write_text(file.read_text().replace(old, "the-newer-one"))

    def test_an_old_tab_says_that_a_newer_page_is_there_and_a_reload_shows_it(self):
        self.visit()
        self.assertFalse(self.is_told())
        old = self.browser.ask("GET", "/window")
        self.make_newer()
        new = self.browser.ask("POST", "/window/new", {"type": "tab"})["handle"]
        self.browser.ask("POST", "/window", {"handle": new})
        self.visit()
        self.assertEqual(self.build(), "the-newer-one")
        self.browser.until(self.has_newer, 60)
        self.browser.ask("POST", "/window", {"handle": old})
        self.browser.until(self.is_told, 60)
        self.assertNotEqual(self.build(), "the-newer-one")
        self.browser.run("document.getElementById('reload').click()")
        self.browser.until(lambda: self.build() == "the-newer-one")
        self.browser.until(lambda: self.browser.run("return document.documentElement.dataset.ready"))
        self.assertFalse(self.is_told())

    def test_the_newest_page_is_what_opens_without_a_network(self):
        self.visit()
        self.make_newer()
        self.visit()
        self.browser.until(self.has_newer, 60)
        self.server.close()
        self.browser.go(self.server.address)
        self.assertEqual(self.build(), "the-newer-one")


if __name__ == "__main__":
    unittest.main()
