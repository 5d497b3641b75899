"""Firefox on the built page, driven through its own port (Marionette), with the words of page_driver.Browser.

Without a display Firefox has no WebGL, so that a virtual one (Xvfb) stands behind it.
"""
import json
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from page_driver import CTRL, PAGE, Browser, free_port
from poll import poll

SIGHT = {"webgl.force-enabled": True, "browser.shell.checkDefaultBrowser": False,
         "browser.startup.homepage_override.mstone": "ignore", "datareporting.policy.dataSubmissionEnabled": False,
         "app.update.disabledForTesting": True, "network.captive-portal-service.enabled": False,
         "network.connectivity-service.enabled": False, "browser.download.folderList": 2,
         "browser.download.alwaysOpenPanel": False, "privacy.reduceTimerPrecision": False, "devtools.console.stdout.content": True}
COMMANDS = {("POST", "/url"): "WebDriver:Navigate", ("POST", "/execute/sync"): "WebDriver:ExecuteScript",
            ("POST", "/actions"): "WebDriver:PerformActions", ("GET", "/screenshot"): "WebDriver:TakeScreenshot",
            ("POST", "/element"): "WebDriver:FindElement", ("GET", "/window"): "WebDriver:GetWindowHandle",
            ("POST", "/window"): "WebDriver:SwitchToWindow", ("POST", "/window/new"): "WebDriver:NewWindow"}


def missing_firefox():
    """What stands in the way of driving the page in Firefox; empty where nothing does."""
    for program, package in (("firefox-esr", "firefox-esr"), ("Xvfb", "xvfb")):
        if shutil.which(program) is None:
            return f"{program} isn't installed (Debian: {package})"
    return "" if (PAGE / "shardscope.wasm").exists() else f"there is no page in {PAGE}: app/web/build.sh makes it"


def virtual_display(width, height):
    """The X server and the name of its display."""
    reads, writes = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writes), "-screen", "0", f"{width}x{height}x24"],
                              pass_fds=[writes], stderr=subprocess.DEVNULL)
    os.close(writes)
    with os.fdopen(reads) as answer:
        return server, ":" + answer.readline().strip()


class Firefox(Browser):
    """One window of Firefox with a profile of its own."""

    def __init__(self, width=1760, height=1080, private=False):
        self.downloads = tempfile.mkdtemp(prefix="downloads-")
        self.profile = tempfile.mkdtemp(prefix="profile-")
        port = free_port()
        wishes = {**SIGHT, "marionette.port": port, "browser.download.dir": self.downloads,
                  "browser.privatebrowsing.autostart": private}
        Path(self.profile, "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wishes.items()))
        self.display, name = virtual_display(width, height + 100)
        self.console = Path(self.profile, "console")
        with self.console.open("w") as console:
            self.driver = subprocess.Popen(
                ["firefox-esr", "--profile", self.profile, "--marionette", "--remote-allow-system-access",
                 "--no-remote", "about:blank"], env={**os.environ, "DISPLAY": name}, stdout=console,
                stderr=subprocess.DEVNULL)
        self.socket = poll(lambda: self.connected(port), 60, lambda: "Firefox never opened its port")
        self.left = b""
        self.said = 0
        self.answer()  # its greeting
        self.command("WebDriver:NewSession", {})
        self.command("WebDriver:SetTimeouts", {"script": 180_000, "pageLoad": 180_000})
        self.resize(width, height, 1)

    @staticmethod
    def connected(port):
        """None before it listens."""
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=200)
        except OSError:
            return None

    def answer(self):
        """The next message: its length in digits, a colon, JSON."""
        while True:
            length, colon, rest = self.left.partition(b":")
            if colon and len(rest) >= int(length):
                self.left = rest[int(length):]
                return json.loads(rest[:int(length)])
            part = self.socket.recv(1 << 16)
            if not part:
                raise AssertionError("Firefox closed its port")
            self.left += part

    def command(self, name, parameters):
        self.said += 1
        message = json.dumps([0, self.said, name, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.answer()
        if error:
            raise RuntimeError(error["message"])
        return result["value"] if isinstance(result, dict) and list(result) == ["value"] else result

    def ask(self, method, path, body=None):
        if (method, path) == ("POST", "/frame"):
            return self.command("WebDriver:SwitchToFrame", {"element": next(iter(body["id"].values()))})
        return self.command(COMMANDS[method, path], body or {})

    def in_chrome(self, script, *arguments):
        """Of the browser itself, where a page's scripts may not go."""
        self.command("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.run(script, *arguments)
        finally:
            self.command("Marionette:SetContext", {"value": "content"})

    def resize(self, width, height, scale):
        self.in_chrome("Services.prefs.setStringPref('layout.css.devPixelsPerPx', arguments[0])", str(scale))
        self.command("WebDriver:SetWindowRect", {"x": 0, "y": 0, "width": width, "height": height + 85})

    def have_touch(self):
        """As on a machine with a touch screen; of pages that are opened from now on."""
        self.in_chrome("Services.prefs.setIntPref('dom.w3c_touch_events.enabled', 1)")

    def insert(self, text):
        self.run("document.execCommand('insertText', false, arguments[0])", text)
        self.settle()

    def memory(self):
        """Of the program, and of all that is the page's process's alone, once what nothing holds is gone, in MB."""
        page = self.in_chrome("""
            const page = gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid;
            return new Promise((done) => Cc['@mozilla.org/memory-reporter-manager;1']
                .getService(Ci.nsIMemoryReporterManager).minimizeMemoryUsage(done))
              .then(() => ChromeUtils.requestProcInfo())
              .then((all) => all.children.find((one) => one.pid === page).memory)""")
        return self.run("return shardscope.memory()") / 1e6, page / 1e6

    def paste(self, text):
        """Through the real clipboard."""
        self.in_chrome("""Cc['@mozilla.org/widget/clipboardhelper;1'].getService(Ci.nsIClipboardHelper)
                          .copyString(arguments[0])""", text)
        self.chord(CTRL, "v")

    def edit(self, command):
        """Copy, Cut or Paste, of the browser's own menu."""
        self.in_chrome("goDoCommand('cmd_' + arguments[0].toLowerCase())", command)

    def clipboard(self):
        """What the real one holds."""
        return self.in_chrome("""
            const taken = Cc['@mozilla.org/widget/transferable;1'].createInstance(Ci.nsITransferable), text = {};
            taken.init(null);
            taken.addDataFlavor('text/plain');
            if (!Services.clipboard.hasDataMatchingFlavors(['text/plain'], Services.clipboard.kGlobalClipboard)) return '';
            Services.clipboard.getData(taken, Services.clipboard.kGlobalClipboard);
            taken.getTransferData('text/plain', text);
            return text.value.QueryInterface(Ci.nsISupportsString).data""")

    def errors(self):
        """What the console said that is more than information: by the page's scripts, and by the browser of them."""
        said = [line for line in self.console.read_text(errors="replace").splitlines()
                if line.startswith(("console.error", "console.warn")) and "RSLoader" not in line]  # Firefox's own
        return said + self.in_chrome("""
            return Services.console.getMessageArray()
              .filter((said) => said instanceof Ci.nsIScriptError && said.sourceName.startsWith(arguments[0]))
              .map((said) => said.errorMessage)""", "http://127.0.0.1")

    def close(self):
        try:
            self.command("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (AssertionError, OSError, RuntimeError):
            self.driver.terminate()
        self.socket.close()
        self.driver.wait()
        self.display.terminate()
        self.display.wait()
        for folder in (self.downloads, self.profile):
            shutil.rmtree(folder, ignore_errors=True)
