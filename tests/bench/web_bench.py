#!/usr/bin/python3
"""How long a frame takes in the page on this machine: web_bench.py [firefox], once app/web/build.sh made it; headless
Chromium without a word. Beside the time until all pixels are there (the browser's software GL) stands the program's own
part of it.

First the whole window, which frame_bench measures of the desktop's. Then the timeline alone with a thousand bars and
with a million and a half, zoomed at each frame, at three zooms, and their ratio, as chart_bench measures it of the
desktop's: both take turns in every round, and the round in which a chart was burdened least counts.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "app/web"))
from firefox_driver import Firefox, missing_firefox  # noqa: E402
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

# GPT-4 split so that its step has so many bars: 8 stages of 62 micro-batches, 120 of 6,240; a pass forward and one back.
CHARTS = {"a thousand bars": "shardscope1_Q7GpxETXyDRbF2SDEsKkAkjMgCLN2NIAI-xNDC0MamsBJpSX",
          "1.5 million bars": "shardscope1_Q7GpxETXyDRbF2SDEsIkcAwZGUCizcgMPfANzYyMTAxqawFerWY"}
ROUNDS, TURNS = 5, (0, 20, 40)  # of the wheel inwards


def time_window(opens, server):
    browser = opens()
    browser.go(server.address + "#gpt4-25k-a100")
    browser.settle()
    own, whole, slow = browser.run(FRAMES, 2, 2, 0, 60)
    print(f"the whole window at rest: {whole:.1f} ms, 90% within {slow:.1f}; the program's own part {own:.1f}")
    browser.close()


def time_charts(opens, server):
    browsers = {name: opens() for name in CHARTS}
    for name, browser in browsers.items():
        browser.go(f"{server.address}?view=timeline&embed#{CHARTS[name]}")
        browser.settle()
    for before, turns in zip((0, *TURNS), TURNS):
        least = {name: [1e9] * 3 for name in CHARTS}
        places = {name: browser.middle("view.timeline", 0.4) for name, browser in browsers.items()}
        for name, browser in browsers.items():
            for _ in range(turns - before):
                browser.wheel(*places[name], -100)
        for _ in range(ROUNDS):
            for name, browser in browsers.items():
                least[name] = [min(pair) for pair in zip(least[name], browser.run(FRAMES, *places[name], 100, 60))]
        (few_own, few, _), (own, many, slow) = least.values()
        print(f"the timeline, {turns} turns of the wheel inwards: a thousand bars {few:.1f} ms, 1.5 million {many:.1f}, 90% "
              f"within {slow:.1f}: {many / few:.2f} times; the program's own part {few_own:.1f} and {own:.1f}: "
              f"{own / few_own:.2f} times")
    for browser in browsers.values():
        browser.close()


def main():
    opens, why = (Firefox, missing_firefox()) if "firefox" in sys.argv[1:] else (Browser, missing())
    if why:
        sys.exit(why)
    server = Server(PAGE)
    time_window(opens, server)
    time_charts(opens, server)
    server.close()


if __name__ == "__main__":
    main()
