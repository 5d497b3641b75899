"""A headless Chromium on the built page, driven as WebDriver says, and a server of its files on this machine."""
import base64
import functools
import http.server
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import urllib.request
from pathlib import Path

from poll import poll

ROOT = Path(__file__).resolve().parents[3]
PAGE = Path(os.environ.get("SHARDSCOPE_PAGE", ROOT / "build/web/page"))
PROGRAM = Path(os.environ.get("SHARDSCOPE", ROOT / "build/tests/shardscope"))
CTRL = "\ue009"
ENTER = "\ue007"
TAB = "\ue004"
ESCAPE = "\ue00c"

# Asked once what came before has been drawn.
STILL_MOVES = """return new Promise((answer) => requestAnimationFrame(() =>
                   requestAnimationFrame(() => answer(shardscope.is_moving()))))"""


def missing():
    """What stands in the way of driving the page; empty where nothing does."""
    for program in ("chromedriver", "chromium"):
        if shutil.which(program) is None:
            return f"{program} isn't installed (Debian: chromium-driver, chromium)"
    return "" if (PAGE / "shardscope.wasm").exists() else f"there is no page in {PAGE}: app/web/build.sh makes it"


def only_chromium(case):
    """Marks a case that asks what Chromium alone answers, such as its DevTools."""
    case.chromium = True
    return case


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files, and notes what was asked for."""

    def log_message(self, *_):
        self.server.asked.append(self.path)


class Server:
    def __init__(self, folder):
        handler = functools.partial(Handler, directory=str(folder))
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.http.asked = []
        self.address = f"http://127.0.0.1:{self.http.server_address[1]}/"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def asked(self):
        return self.http.asked

    def close(self):
        self.http.shutdown()
        self.http.server_close()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    """One window of Chromium with a profile of its own."""

    def __init__(self, width=1760, height=1080, scale=1, arguments=()):
        self.downloads = tempfile.mkdtemp(prefix="downloads-")
        port = free_port()
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--use-angle=swiftshader",
                     "--enable-unsafe-swiftshader", f"--window-size={width},{height}",
                     f"--force-device-scale-factor={scale}", "--disable-background-networking", *arguments]
        options = {"args": arguments, "prefs": {"download.default_directory": self.downloads}}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        session = poll(lambda: self.session(wanted), 60, lambda: "chromedriver never opened its port")
        self.base += f"/session/{session}"
        self.resize(width, height, scale)

    def session(self, wanted):
        """What chromedriver calls it; None before it listens."""
        try:
            return self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        except (ConnectionError, urllib.error.URLError):
            return None

    def ask(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=180) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def devtools(self, command, **parameters):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def devtools_events(self):
        """What DevTools told since it was last asked."""
        return [json.loads(entry["message"])["message"] for entry in self.ask("POST", "/se/log", {"type": "performance"})]

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def go(self, address, wait=60):
        self.run("delete document.documentElement.dataset.ready")  # of the page before
        self.ask("POST", "/url", {"url": address})
        self.until(lambda: self.run("return document.documentElement.dataset.ready"), wait)

    def resize(self, width, height, scale):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                      mobile=False)

    def memory(self):
        """Of the program, and of the page's scripts once what nothing holds is gone, in MB."""
        self.devtools("HeapProfiler.collectGarbage")
        return self.run("return shardscope.memory()") / 1e6, self.devtools("Runtime.getHeapUsage")["usedSize"] / 1e6

    def until(self, holds, wait=15):
        def failure():
            words = self.run("return document.getElementById('loading-words')?.textContent")
            return f"still not after {wait} s; the page says {words!r}; {self.errors()}"
        return poll(holds, wait, failure)

    def settle(self, wait=60):
        """Until the page asks for no further frame; one that a timer brings, as a blinking caret's, isn't waited for."""
        self.until(lambda: not self.run(STILL_MOVES), wait)

    def place(self, name):
        """left, top, width and height of a control or a view."""
        words = self.run("return shardscope.place(arguments[0])", name)
        assert words, f"{name} is nowhere"
        return [float(word) for word in words.split()]

    def middle(self, name, across=0.5):
        left, top, width, height = self.place(name)
        return round(left + across * width), round(top + height / 2)

    def pointer(self, *steps):
        self.ask("POST", "/actions", {"actions": [
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(steps)}]})

    @staticmethod
    def move(x, y, milliseconds=0):
        return {"type": "pointerMove", "x": int(x), "y": int(y), "duration": milliseconds}

    def click(self, x, y, settles=True):
        self.pointer(self.move(x, y), {"type": "pause", "duration": 150}, {"type": "pointerDown", "button": 0},
                     {"type": "pause", "duration": 60}, {"type": "pointerUp", "button": 0})
        if settles:
            self.settle()

    def drag(self, begin, end):
        self.pointer(self.move(*begin), {"type": "pause", "duration": 150}, {"type": "pointerDown", "button": 0},
                     self.move(*end, 400), {"type": "pause", "duration": 150}, {"type": "pointerUp", "button": 0})
        self.settle()

    def touch(self, *fingers):
        """Each finger's places, the same number of them: from the first to the last."""
        actions = []
        for number, places in enumerate(fingers):
            steps = [self.move(*places[0]), {"type": "pointerDown", "button": 0}]
            for place in places[1:]:
                steps.append(self.move(*place, 60))
            actions.append({"type": "pointer", "id": f"finger{number}", "parameters": {"pointerType": "touch"},
                            "actions": [*steps, {"type": "pointerUp", "button": 0}]})
        self.ask("POST", "/actions", {"actions": actions})
        self.settle()

    def have_touch(self):
        """As on a machine with a touch screen."""
        self.devtools("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def insert(self, text):
        """As a touch screen's keyboard does, which presses no keys."""
        self.devtools("Input.insertText", text=text)
        self.settle()

    def wheel(self, x, y, turned):
        self.ask("POST", "/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": int(x), "y": int(y), "deltaX": 0, "deltaY": turned, "duration": 0}]}]})
        self.settle()

    def type(self, text):
        keys = []
        for letter in text:
            keys += [{"type": "keyDown", "value": letter}, {"type": "keyUp", "value": letter}]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": keys}]})
        self.settle()

    def chord(self, held, letter):
        keys = [{"type": kind, "value": value} for kind, value in
                (("keyDown", held), ("keyDown", letter), ("keyUp", letter), ("keyUp", held))]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": keys}]})
        self.settle()

    def paste(self, text):
        """Through the real clipboard, by what the browser's own menu does."""
        self.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.run("return navigator.clipboard.writeText(arguments[0])", text)
        self.edit("Paste")
        self.settle()

    def edit(self, command):
        """Copy, Cut or Paste, of the browser's own menu."""
        self.devtools("Input.dispatchKeyEvent", type="rawKeyDown", key="Unidentified", commands=[command])

    def clipboard(self):
        """What the real one holds."""
        self.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        return self.run("return navigator.clipboard.readText()")

    def find(self, words):
        """Does what is called so, as the palette finds it."""
        self.chord(CTRL, "k")
        self.type(words)
        self.type(ENTER)

    def downloaded(self, pattern):
        """The first file of that name that came whole among the downloads."""
        folder = Path(self.downloads)
        return self.until(lambda: next((file for file in folder.glob(pattern) if file.stat().st_size > 0), None))

    def hash(self):
        return self.run("return location.hash.slice(1)")

    def words(self):
        return self.run("return shardscope.words()")

    def picture(self, file):
        Path(file).write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))

    def errors(self):
        """What the console said that is more than information."""
        return [entry["message"] for entry in self.ask("POST", "/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]

    def close(self):
        try:
            self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.downloads, ignore_errors=True)
