"""Makes a wheel of the module: a back end of PEP 517 that builds the checkout around it with CMake.

Config settings: preset=NAME, of CMakePresets.json, "python" unless said.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = "lib/python3/dist-packages"
SUMMARY = "What a split of an LLM's training over GPUs costs: memory, time, network, money"


def version():
    """The program's, which CMakeLists.txt says."""
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"project\(shardscope VERSION ([0-9.]+)", text).group(1)


def missing_packages():
    """Debian packages that app/setup.sh lists and that aren't there; none where dpkg isn't."""
    if not shutil.which("dpkg-query") or not shutil.which("bash"):
        return []
    listed = subprocess.run(
        ["bash", "-c", '. app/setup.sh; echo "${program_packages[@]} ${python_packages[@]}"'],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()
    said = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Package}\n", *listed], capture_output=True, text=True
    ).stdout.splitlines()
    return [package for package in listed if f"installed {package}" not in said]


def run(*words):
    """What it says goes to pip's output; where it fails, CMake's errors are the last lines."""
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        print(done.stdout)
        missing = missing_packages()
        why = f"shardscope needs Debian's {' '.join(missing)}" if missing else f"{' '.join(words[:2])} failed"
        sys.exit(why)


def build(preset, prefix):
    """Builds the checkout and puts the module and the program under `prefix`."""
    if not shutil.which("cmake"):
        sys.exit(f"shardscope needs {' '.join(missing_packages()) or 'cmake and a C++20 compiler'}")
    tree = ROOT / "build" / preset
    if not (tree / "CMakeCache.txt").exists() and shutil.which("ninja"):
        os.environ.setdefault("CMAKE_GENERATOR", "Ninja")
    # Said always: a tree that another Python was built for keeps that one.
    own = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    run("cmake", "--preset", preset, "-DSHARDSCOPE_PYTHON=ON", f"-DPython3_EXECUTABLE={own}")
    run("cmake", "--build", str(tree), "--parallel", str(os.cpu_count() or 1),
        "--target", "shardscope", "shardscope_python_package")
    for component in ("python", "python_program"):
        run("cmake", "--install", str(tree), "--prefix", str(prefix), "--component", component, "--strip")
    check_module(Path(prefix) / PACKAGE / "shardscope")


def check_module(package):
    """That it was built for the Python that asks, whose suffix of modules it has then."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    if not (package / f"_native{suffix}").exists():
        built = ", ".join(sorted(path.name for path in package.glob("_native*.so"))) or "no module"
        sys.exit(f"shardscope needs a module for this Python, _native{suffix}; {built} was built")


def write_wheel(file, folder, tag):
    """All of the folder, with the metadata and the list of hashes that an installer asks for."""
    info = f"shardscope-{version()}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: shardscope\nVersion: {version()}\nSummary: {SUMMARY}\n"
    metadata += "License: MIT\nRequires-Python: >=3.9\n"
    wheel = f"Wheel-Version: 1.0\nGenerator: cmake_wheel\nRoot-Is-Purelib: false\nTag: {tag}\n"
    record = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name, content, mode=0o644):
            entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(content)}")

        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            add(path.relative_to(folder).as_posix(), path.read_bytes(), 0o755 if os.access(path, os.X_OK) else 0o644)
        add(f"{info}/METADATA", metadata.encode())
        add(f"{info}/WHEEL", wheel.encode())
        add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
        archive.writestr(f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,"]) + "\n")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517's hook."""
    preset = (config_settings or {}).get("preset", "python")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    name = f"shardscope-{version()}-{tag}.whl"
    with tempfile.TemporaryDirectory() as prefix:
        build(preset, prefix)
        write_wheel(Path(wheel_directory) / name, Path(prefix) / PACKAGE, tag)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """PEP 517 asks for it; the module has no sources apart from the program's."""
    sys.exit("shardscope is built from a checkout: pip install ./app/python there")
