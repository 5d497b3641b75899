"""What a person does with the page: drags, types, turns the wheel, copies and pastes, leaves it alone."""
import re
import unittest

from page_driver import CTRL, ENTER, Browser, Server, missing, only_chromium, PAGE

LAUNCH = """#!/bin/bash
torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py --tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 \\
  --num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 \\
  --micro-batch-size 1 --global-batch-size 128 --bf16 --vocab-size 50257 --train-iters 1000
"""


def setUpModule():
    if why := missing():
        raise unittest.SkipTest(why)


def memory_of(words):
    return float(re.search(r"Memory per GPU: ([\d.]+)", words).group(1))


class Input(unittest.TestCase):
    opens = Browser

    @classmethod
    def setUpClass(cls):
        cls.server = Server(PAGE)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def setUp(self):
        self.browser = self.opens()
        self.addCleanup(self.browser.close)
        self.browser.go(self.server.address + "#gpt4-25k-a100")
        self.browser.settle()

    def test_a_drag_of_tensor_parallelism_moves_the_memory_and_undo_leads_back(self):
        before = self.browser.words()
        left, top, width, height = self.browser.place("plan.tp")
        middle = round(top + height / 2)
        self.browser.drag((round(left + 0.75 * width), middle), (round(left + 0.45 * width), middle))
        self.assertGreater(memory_of(self.browser.words()), memory_of(before))
        self.browser.chord(CTRL, "z")
        self.assertEqual(memory_of(self.browser.words()), memory_of(before))

    def test_what_is_typed_into_a_field_is_taken(self):
        left, top, width, height = self.browser.place("plan.tp")
        self.browser.click(left + width + 40, top + height / 2)  # its value, beside the slider
        self.browser.type("4" + ENTER)
        self.assertGreater(memory_of(self.browser.words()), 72)

    @only_chromium
    def test_what_an_input_method_composes_is_taken_once_it_is_whole(self):
        left, top, width, height = self.browser.place("plan.tp")
        self.browser.click(left + width + 40, top + height / 2)
        self.browser.devtools("Input.imeSetComposition", text="7", selectionStart=1, selectionEnd=1)
        self.browser.devtools("Input.insertText", text="4")
        self.browser.settle()
        self.browser.type(ENTER)
        self.assertGreater(memory_of(self.browser.words()), 72)

    def test_the_wheel_zooms_and_moves_nothing_else(self):
        before = self.browser.words()
        shown = self.browser.run("return shardscope.frames()")
        left, top, width, height = self.browser.place("view.timeline")
        self.browser.wheel(left + width / 2, top + height / 2, -300)
        self.assertGreater(self.browser.run("return shardscope.frames()"), shown)
        self.assertEqual(self.browser.words(), before)

    def test_a_launch_script_that_is_pasted_is_read(self):
        self.browser.paste(LAUNCH)
        self.assertNotIn("GPT-4", self.browser.words())
        self.assertEqual(self.browser.errors(), [])

    def test_what_is_copied_is_in_the_real_clipboard(self):
        self.browser.find("copy the scenario's code")
        self.browser.until(lambda: self.browser.clipboard() == self.browser.hash())
        left, top, width, height = self.browser.place("plan.tp.value")
        self.browser.click(left + width / 2, top + height / 2)
        self.browser.type("7")
        self.browser.chord(CTRL, "a")
        self.browser.edit("Copy")
        self.browser.until(lambda: self.browser.clipboard() == "7")
        self.assertEqual(self.browser.errors(), [])

    def test_a_key_is_what_the_layout_has_there(self):
        before = self.browser.words()
        undo = """window.dispatchEvent(new KeyboardEvent(
                    arguments[0], {key: arguments[1], code: arguments[2], ctrlKey: true, bubbles: true}))"""
        for key, code in (("z", "KeyZ"), ("z", "KeyW"), ("z", "KeyY"), ("\u044f", "KeyZ")):  # French, German, Russian
            with self.subTest(key=key, code=code):
                left, top, width, height = self.browser.place("plan.tp")
                middle = round(top + height / 2)
                self.browser.drag((round(left + 0.75 * width), middle), (round(left + 0.45 * width), middle))
                self.assertNotEqual(memory_of(self.browser.words()), memory_of(before))
                for kind in ("keydown", "keyup"):
                    self.browser.run(undo, kind, key, code)
                self.browser.settle()
                self.assertEqual(memory_of(self.browser.words()), memory_of(before))

    def test_left_alone_it_draws_nothing(self):
        self.browser.until(lambda: not self.browser.run("return shardscope.is_frame_due()"))


if __name__ == "__main__":
    unittest.main()
