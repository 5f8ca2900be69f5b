"""A headless Chromium for tests: software WebGL, a fresh profile, the console kept."""
import os
import shutil
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

FLAGS = ("--headless=new --no-sandbox --disable-gpu-sandbox --use-angle=swiftshader "
         "--enable-unsafe-swiftshader --disable-background-networking --disable-component-update "
         "--disable-sync --no-first-run --disable-quic --disable-dev-shm-usage").split()


class Browser:
    def __init__(self, width=1280, height=720, *flags):
        self.profile = tempfile.mkdtemp()
        options = webdriver.ChromeOptions()
        for flag in [*FLAGS, f"--user-data-dir={self.profile}", f"--window-size={width},{height}", *flags]:
            options.add_argument(flag)
        options.binary_location = shutil.which("chromium")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_script_timeout(30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def size(self, width, height):
        """Of the page itself, whatever the browser has around it."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def dark(self, on):
        """What the reader prefers."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if on else "light"}]})

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, script, limit=30):
        """Waits until the script returns something true; its value, or the last one."""
        end = time.monotonic() + limit
        while not (value := self.run(script)) and time.monotonic() < end:
            time.sleep(0.05)
        return value

    def console(self):
        """What the console said that is amiss."""
        return [e["message"] for e in self.driver.get_log("browser") if e["level"] in ("SEVERE", "WARNING")]

    def picture(self, name):
        """Kept beside the build, to be looked at."""
        folder = os.path.join(os.path.dirname(os.path.abspath(os.environ["VISVIVA"])), "pictures")
        os.makedirs(folder, exist_ok=True)
        self.driver.save_screenshot(os.path.join(folder, name + ".png"))
