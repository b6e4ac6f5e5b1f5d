"""The Khronos glTF validator (npm package gltf-validator), installed once into the build folder.

    import gltf_validator
    reports = gltf_validator.validate(build, paths)     # {path: [(severity, code, pointer, text)]}

Raises unittest.SkipTest where node or npm is missing or the package cannot be had.
"""
import json
import shutil
import subprocess
import unittest
from pathlib import Path

PACKAGE = "gltf-validator@2.0.0-dev.3.10"
ERROR, WARNING, INFORMATION, HINT = range(4)
SCRIPT = """
const validator = require('gltf-validator'), fs = require('fs'), path = require('path');
const one = file => validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    maxIssues: 0,
    externalResourceFunction: uri =>
        fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri))).then(data => new Uint8Array(data)),
}).then(report => report.issues.messages.map(m => [m.severity, m.code, m.pointer || '', m.message]),
        error => [[0, 'NOT_READ', '', String(error)]]);
(async () => {
    const reports = {};
    for (const file of JSON.parse(fs.readFileSync(0)))
        reports[file] = await one(file);
    process.stdout.write(JSON.stringify(reports));
})();
"""


def install(build):
    folder = Path(build) / "npm"
    if not shutil.which("node"):
        raise unittest.SkipTest("node is not installed")
    if (folder / "node_modules" / "gltf-validator" / "index.js").exists():
        return folder
    if not shutil.which("npm"):
        raise unittest.SkipTest("npm is not installed")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--silent", PACKAGE],
                              capture_output=True, text=True, timeout=180)
    except subprocess.TimeoutExpired:
        raise unittest.SkipTest("npm did not deliver gltf-validator in time")
    if done.returncode != 0:
        raise unittest.SkipTest("npm cannot install gltf-validator (no network?)")
    return folder


def validate(build, paths):
    folder = install(build)
    done = subprocess.run(["node", "-e", SCRIPT], cwd=folder, input=json.dumps([str(Path(path).resolve()) for path in paths]),
                          capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError(done.stderr[-2000:])
    return {Path(path): issues for path, issues in json.loads(done.stdout).items()}
