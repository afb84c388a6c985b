"""The kernel as the browser gets it: with byte code, which would take a reader's browser 0.2 s."""

from pathlib import Path

from widgets.build import node
from widgets.build.archive import content_hash
from widgets.build.course_files import kernel_files
from widgets.build.download import workplace
from widgets.build.paths import ROOT, cache
from widgets.build.report import step
from widgets.build.runtime import Runtime

ARCHIVE = "kernel.bin"


def packed_kernel(runtime: Runtime) -> Path:
    """The kernel's archive from the cache, made now if its sources have changed."""
    files = kernel_files()
    named = (part for item in sorted(files.items()) for part in item)
    folder = cache() / "kernel" / content_hash(runtime.hash, *named)
    if not folder.is_dir():
        make(files, folder, runtime)
    return folder / ARCHIVE


def make(files: dict[str, bytes], folder: Path, runtime: Runtime) -> None:
    """Compile the files into `folder`, which appears only when it is whole."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with step("Compiling the kernel"), workplace(folder.parent) as place:
        inputs, outputs = place / "inputs", place / "outputs"
        outputs.mkdir()
        for name, content in files.items():
            path = inputs / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        node.run(*node.script("pack", "kernel", inputs, outputs, ROOT, runtime.folder))
        if not folder.is_dir():  # another build may have been quicker
            outputs.rename(folder)
