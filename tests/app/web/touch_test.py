"""A touch screen: a tap into a field opens the keyboard, two fingers zoom and pan and move no control."""
import unittest

from page_driver import Browser, Server, missing, PAGE


def setUpModule():
    if why := missing():
        raise unittest.SkipTest(why)


class Touch(unittest.TestCase):
    opens = Browser

    def setUp(self):
        self.server = Server(PAGE)
        self.addCleanup(self.server.close)
        self.browser = self.opens()
        self.addCleanup(self.browser.close)
        self.browser.have_touch()
        self.browser.go(self.server.address + "#gpt4-25k-a100")
        self.browser.run("document.activeElement.blur()")  # no finger has been there
        self.browser.settle()

    def has_keyboard(self):
        """Whether the keys go to the field that a touch screen opens its keyboard for."""
        return self.browser.run("return document.activeElement.id") == "keys"

    def shown(self, name):
        left, top, width, height = self.browser.place(name)
        return self.browser.run("""
            const canvas = document.getElementById('canvas'), copy = document.createElement('canvas');
            const [left, top, width, height] = arguments;
            copy.width = width, copy.height = height;
            shardscope.draw();
            copy.getContext('2d').drawImage(canvas, left, top, width, height, 0, 0, width, height);
            return copy.toDataURL();""", left, top, width, height)

    def tap(self, x, y):
        self.browser.touch([(x, y), (x, y)])

    def test_a_tap_into_a_field_opens_the_keyboard_and_what_it_types_is_taken(self):
        before = self.browser.words()
        self.tap(*self.browser.middle("plan.tp.value"))
        self.assertTrue(self.has_keyboard())
        self.browser.insert("4")
        self.browser.run("""  // a touch screen's keyboard names no keys
            document.getElementById('keys').dispatchEvent(
              new InputEvent('beforeinput', {inputType: 'insertLineBreak', cancelable: true, bubbles: true}))""")
        self.browser.settle()
        self.assertNotEqual(self.browser.words(), before)
        self.tap(*self.browser.middle("title.timeline"))
        self.assertFalse(self.has_keyboard())

    def test_one_finger_drags(self):
        before = self.browser.words()
        left, top, width, height = self.browser.place("plan.tp")
        middle = top + height / 2
        self.browser.touch([(left + 0.75 * width, middle), (left + 0.6 * width, middle), (left + 0.45 * width, middle)])
        self.assertNotEqual(self.browser.words(), before)

    def test_two_fingers_zoom_the_timeline_and_pan_it(self):
        words = self.browser.words()
        left, top, width, height = self.browser.place("view.timeline")
        x, y = left + width / 2, top + height / 2
        whole = self.shown("view.timeline")
        self.browser.touch([(x - 40, y), (x - 80, y), (x - 160, y)], [(x + 40, y), (x + 80, y), (x + 160, y)])
        near = self.shown("view.timeline")
        self.assertNotEqual(near, whole)
        self.browser.touch([(x - 40, y), (x + 60, y), (x + 160, y)], [(x + 40, y), (x + 140, y), (x + 240, y)])
        self.assertNotEqual(self.shown("view.timeline"), near)
        self.assertEqual(self.browser.words(), words)
        self.assertEqual(self.browser.errors(), [])


if __name__ == "__main__":
    unittest.main()
