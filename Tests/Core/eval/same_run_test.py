#!/usr/bin/env python3
"""One recorded run gives the same bits with every compiler, optimisation level, backend and number of characters, and in WASM."""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "support"))
import tap  # noqa: E402

CORE = tap.ROOT / "Core"
SOURCES = [Path(__file__).with_name("same_run.c")] + [
    path for folder in ("base", "math", "program", "eval") for path in sorted((CORE / "src" / folder).glob("*.c"))]
FLAGS = ["-std=c11", "-w", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
         f"-I{CORE / 'include'}", f"-I{CORE / 'src'}"]
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
RUN_WASM = """
const { WASI } = require('wasi'), fs = require('fs');
const wasi = new WASI({ version: 'preview1', args: ['same_run', ...process.argv.slice(3)], preopens: { '/': '/' } });
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
WebAssembly.instantiate(fs.readFileSync(process.argv[2]), imports).then(made => wasi.start(made.instance));
"""


def is_x86():
    return os.uname().machine in ("x86_64", "AMD64")


def has_haswell():
    cpu = Path("/proc/cpuinfo")
    return cpu.exists() and {"avx2", "fma", "bmi2"} <= set(cpu.read_text(encoding="utf-8").split())


class SameRun(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="kinedriver-run-"))
        recorder = tap.BUILD / "asan-ubsan" / "record_test"
        subprocess.run([str(recorder)], check=True, capture_output=True)
        cls.records = sorted(map(str, (tap.BUILD / "asan-ubsan/out").glob("recorded_*.run")))
        cls.expected = cls.run_program(cls.build("gcc" if "gcc" in COMPILERS else COMPILERS[0], "-O2"), "portable", "single")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def build(cls, compiler, level, *flags):
        """Compiles the runtime half and the runner; the AVX2 kernels only where flags allow them."""
        place = cls.folder / "-".join((compiler, level.strip("-"), *[flag.strip("-").replace("=", "") for flag in flags[:1]]))
        program = place / "same_run"
        if program.exists():
            return program
        place.mkdir()

        def compile_one(path):
            made = place / f"{path.parent.name}-{path.stem}.o"
            extra = ["-DKDI_HAVE_AVX2"] if is_x86() and not flags else []
            extra += ["-mavx2"] if extra and path.name.endswith("kernels_avx2.c") else []
            done = subprocess.run([compiler, level, *FLAGS, *flags, *extra, "-c", str(path), "-o", str(made)],
                                  capture_output=True, text=True)
            if done.returncode:
                raise AssertionError(done.stderr)
            return str(made)

        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            objects = list(pool.map(compile_one, SOURCES))
        done = subprocess.run([compiler, level, *flags, *objects, "-o", str(program)], capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(done.stderr)
        return program

    @classmethod
    def run_program(cls, program, backend, grouping, *before):
        done = subprocess.run([*before, str(program), backend, grouping, *cls.records], capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(done.stdout + done.stderr)
        return done.stdout.strip()

    def assertSame(self, compiler, level):
        program = self.build(compiler, level)
        for backend in ("portable", "avx2"):
            for grouping in ("single", "batch"):
                with self.subTest(compiler=compiler, level=level, backend=backend, grouping=grouping):
                    result = self.run_program(program, backend, grouping)
                    if result != "unavailable":
                        self.assertEqual(self.expected, result)

    def test_the_run_is_a_hash(self):
        self.assertRegex(self.expected, "^[0-9a-f]{16}$")
        self.assertGreater(len(self.records), 5)

    def test_gcc_gives_it_at_every_level(self):
        if "gcc" not in COMPILERS:
            self.skipTest("needs gcc")
        for level in ("-O0", "-O2", "-O3"):
            self.assertSame("gcc", level)

    def test_clang_gives_it_at_every_level(self):
        if "clang" not in COMPILERS:
            self.skipTest("needs clang")
        for level in ("-O0", "-O2", "-O3"):
            self.assertSame("clang", level)

    def test_builds_for_a_newer_machine_give_it(self):
        """AVX2 and fused multiply-add allowed everywhere: the compiler must not use the latter."""
        if not is_x86() or not has_haswell():
            self.skipTest("needs a processor with AVX2 and FMA")
        for compiler in COMPILERS:
            program = self.build(compiler, "-O3", "-march=haswell")
            for grouping in ("single", "batch"):
                with self.subTest(compiler=compiler, grouping=grouping):
                    self.assertEqual(self.expected, self.run_program(program, "portable", grouping))

    def test_wasm_gives_it(self):
        if "clang" not in COMPILERS or not shutil.which("node") or not shutil.which("wasm-ld"):
            self.skipTest("needs clang, wasm-ld and node")
        if not Path("/usr/lib/wasm32-wasi").is_dir():
            self.skipTest("needs wasi-libc")
        script = self.folder / "run.js"
        script.write_text(RUN_WASM, encoding="utf-8")
        for flags in (["--target=wasm32-wasi"], ["-msimd128", "--target=wasm32-wasi"]):
            program = self.build("clang", "-O2", *flags)
            for grouping in ("single", "batch"):
                with self.subTest(flags=flags, grouping=grouping):
                    result = self.run_program(program, "portable", grouping, "node", "--no-warnings", str(script))
                    self.assertEqual(self.expected, result)


if __name__ == "__main__":
    tap.main()
