"""What making a wheel says where it can't."""

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from checkout import ROOT

sys.path.insert(0, str(ROOT / "app" / "python" / "build_backend"))
import cmake_wheel


def said_by(work):
    """The line that the program ends with."""
    try:
        work()
    except SystemExit as end:
        return str(end.code)
    return ""


class WhatIsMissing(unittest.TestCase):
    def test_without_cmake_one_line_names_the_packages(self):
        with tempfile.TemporaryDirectory() as prefix, mock.patch("shutil.which", return_value=None):
            said = said_by(lambda: cmake_wheel.build("python", prefix))
        self.assertEqual(said, "shardscope needs cmake and a C++20 compiler")

    def test_a_build_that_fails_names_the_packages_that_are_missing_in_one_line(self):
        with mock.patch.object(cmake_wheel, "missing_packages", return_value=["pybind11-dev", "python3-dev"]):
            said = said_by(lambda: cmake_wheel.run("false"))
        self.assertEqual(said, "shardscope needs Debian's pybind11-dev python3-dev")

    def test_a_build_that_fails_of_itself_says_so(self):
        with mock.patch.object(cmake_wheel, "missing_packages", return_value=[]):
            self.assertEqual(said_by(lambda: cmake_wheel.run("false", "--install")), "false --install failed")

    def test_missing_are_those_listed_that_dpkg_does_not_know_as_installed(self):
        listed = mock.Mock(stdout="cmake pybind11-dev\n")
        known = mock.Mock(stdout="installed cmake\nconfig-files pybind11-dev\n")
        with mock.patch("shutil.which", return_value="there"), mock.patch("subprocess.run", side_effect=[listed, known]):
            self.assertEqual(cmake_wheel.missing_packages(), ["pybind11-dev"])

    def test_a_module_of_another_python_makes_no_wheel(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "_native.cpython-27-other.so").touch()
            self.assertIn("_native.cpython-27-other.so was built", said_by(lambda: cmake_wheel.check_module(Path(folder))))


if __name__ == "__main__":
    unittest.main()
