"""embed.js in a page of somebody else's, from another server."""
import shutil
import tempfile
import unittest
from pathlib import Path

from page_driver import Browser, Server, missing, PAGE


def setUpModule():
    if why := missing():
        raise unittest.SkipTest(why)


class Embed(unittest.TestCase):
    opens = Browser

    def setUp(self):
        self.server = Server(PAGE)
        self.addCleanup(self.server.close)
        folder = Path(tempfile.mkdtemp(prefix="foreign-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "index.html").write_text(f"""<!doctype html><title>A lecture</title><link rel="icon" href="data:,">
            <p>Before</p>
            <script src="{self.server.address}embed.js" data-scenario="llama3-70b-4096-h100" data-view="timeline"
                    data-height="400"></script>
            <p>Behind</p>
            <script>document.documentElement.dataset.ready = 'yes'</script>""")
        self.foreign = Server(folder)
        self.addCleanup(self.foreign.close)
        self.browser = self.opens()
        self.addCleanup(self.browser.close)

    def test_a_view_stands_where_the_script_does(self):
        self.browser.go(self.foreign.address.replace("127.0.0.1", "localhost"))
        self.assertEqual(
            self.browser.run("return [...document.body.children].map((one) => one.tagName).join()"),
            "P,SCRIPT,IFRAME,P,SCRIPT")
        frame = self.browser.ask("POST", "/element", {"using": "css selector", "value": "iframe"})
        self.assertEqual(self.browser.run("return arguments[0].clientHeight", frame), 400)
        self.browser.ask("POST", "/frame", {"id": frame})
        self.browser.until(lambda: self.browser.run("return document.documentElement.dataset.ready"), 60)
        self.browser.settle()
        self.assertIn("Llama 3.1 70B", self.browser.words())
        self.assertGreater(self.browser.place("view.timeline")[2], 800)
        self.assertEqual(self.browser.run("return shardscope.place('plan.tp')"), "")
        self.assertNotIn("keeps nothing", self.browser.words())
        self.assertEqual(self.browser.errors(), [])


if __name__ == "__main__":
    unittest.main()
