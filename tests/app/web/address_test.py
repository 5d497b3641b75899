"""A link carries the scenario, the address follows edits, back goes back."""
import unittest

from page_driver import Browser, Server, missing, PAGE


def setUpModule():
    if why := missing():
        raise unittest.SkipTest(why)


class Address(unittest.TestCase):
    opens = Browser

    def setUp(self):
        self.server = Server(PAGE)
        self.addCleanup(self.server.close)

    def browser(self):
        made = self.opens()
        self.addCleanup(made.close)
        return made

    def test_a_link_shows_another_person_the_same(self):
        first = self.browser()
        first.go(self.server.address + "#llama3-8b-1024-h100")
        left, top, width, height = first.place("plan.tp")
        middle = round(top + height / 2)
        entries = first.run("return history.length")
        first.drag((round(left), middle), (round(left + 0.5 * width), middle))
        first.drag((round(left + 0.5 * width), middle), (round(left + 0.35 * width), middle))
        first.until(lambda: first.hash().startswith("shardscope1_"))
        self.assertEqual(first.run("return history.length"), entries)  # an edit is no step of it
        second = self.browser()
        second.go(self.server.address + "#" + first.hash())
        second.settle()
        self.assertEqual(second.words(), first.words())
        self.assertEqual(second.hash(), first.hash())

    def test_back_leads_to_the_scenario_before(self):
        browser = self.browser()
        browser.go(self.server.address + "#llama3-8b-1024-h100")
        browser.settle()
        before = browser.words()
        code = browser.until(lambda: browser.hash())
        browser.paste('{"shardscope": 1, "name": "Mine", "model": "llama2-7b", "cluster": {"gpu": "a100-80", "gpus": 8},'
                      ' "plan": {"tp": 8, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64}}')
        self.assertIn("Mine", browser.words())
        self.assertNotEqual(browser.hash(), code)
        browser.run("history.back()")
        browser.until(lambda: browser.hash() == code)
        browser.settle()
        self.assertTrue(browser.words().startswith(before[:40]))

    def test_an_address_that_is_no_scenario_is_said(self):
        browser = self.browser()
        browser.go(self.server.address + "#shardscope1_damaged")
        browser.settle()
        self.assertIn("The address holds no scenario", browser.words())
        self.assertIn("Memory per GPU", browser.words())


if __name__ == "__main__":
    unittest.main()
