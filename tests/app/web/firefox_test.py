"""What the page must do, in Firefox."""
import unittest

import address_test
import browser_window_test
import embed_test
import input_test
import page_test
import touch_test
import worker_test
from firefox_driver import Firefox, missing_firefox


def setUpModule():
    if why := missing_firefox():
        raise unittest.SkipTest(why)


class FirefoxAddress(address_test.Address):
    opens = Firefox


class FirefoxInput(input_test.Input):
    opens = Firefox


class FirefoxFiles(browser_window_test.Files):
    opens = Firefox


class FirefoxPrivate(browser_window_test.Private):
    def opens(self):
        return Firefox(private=True)


class FirefoxEmbed(embed_test.Embed):
    opens = Firefox


class FirefoxWorker(worker_test.Worker):
    opens = Firefox


class FirefoxPage(page_test.Page):
    opens = Firefox


class FirefoxTouch(touch_test.Touch):
    opens = Firefox


def load_tests(loader, _, __):
    """Those classes alone, and of them what needs no Chromium."""
    return unittest.TestSuite(
        case for each in (FirefoxAddress, FirefoxInput, FirefoxFiles, FirefoxPrivate, FirefoxEmbed, FirefoxWorker,
                                       FirefoxPage, FirefoxTouch)
        for case in loader.loadTestsFromTestCase(each) if not getattr(getattr(case, case._testMethodName), "chromium", 0))


if __name__ == "__main__":
    unittest.main()
