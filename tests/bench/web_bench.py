#!/usr/bin/python3
"""How long a frame of the whole window takes in the page, in headless Chromium on this machine: web_bench.py, once
app/web/build.sh made it. Beside the time until all pixels are there (the browser's software GL) stands the program's own
part of it; frame_bench measures the same of the desktop's.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "app/web"))
from page_driver import PAGE, Browser, Server, missing  # noqa: E402

FRAMES = """
  const [x, y, turned, count] = arguments, canvas = document.getElementById('canvas');
  const gl = canvas.getContext('webgl2'), pixel = new Uint8Array(4), own = [], whole = [];
  for (let i = 0; i < count; ++i) {
    canvas.dispatchEvent(new WheelEvent('wheel', {clientX: x, clientY: y, deltaY: i % 2 ? turned : -turned,
                                                  bubbles: true, cancelable: true}));
    const begin = performance.now();
    shardscope.draw();
    own.push(performance.now() - begin);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);  // once all is painted
    whole.push(performance.now() - begin);
  }
  const middle = (all) => all.sort((a, b) => a - b)[all.length >> 1];
  return [middle(own), middle(whole), whole[Math.floor(whole.length * 0.9)]];"""


def main():
    if why := missing():
        sys.exit(why)
    server, browser = Server(PAGE), Browser()
    browser.go(server.address + "#gpt4-25k-a100")
    browser.settle()
    own, whole, slow = browser.run(FRAMES, 2, 2, 0, 60)
    print(f"the whole window at rest: {whole:.1f} ms, 90% within {slow:.1f}; the program's own part {own:.1f}")
    browser.close()
    server.close()


if __name__ == "__main__":
    main()
