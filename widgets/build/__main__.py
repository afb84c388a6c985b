"""The `course` command."""

import argparse
import os
import shutil
import sys
from pathlib import Path

from widgets.build.paths import BUILD, ROOT, SITE, SOURCE_PAGES
from widgets.build.report import Fault, say


def parser() -> argparse.ArgumentParser:
    """The command's arguments."""
    top = argparse.ArgumentParser(prog="course", description="Build, serve and test the course.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    build = commands.add_parser("build", help="build the site into site/")
    build.add_argument("--into", type=Path, default=SITE, help="another folder on the same disk")
    serve = commands.add_parser("serve", help="build the site, serve it, rebuild on every change")
    serve.add_argument(
        "--port",
        type=int,
        default=os.environ.get("PORT", "8000"),
        help="the port on 127.0.0.1 (default: $PORT or 8000)",
    )
    commands.add_parser("check", help="say what is wrong with the pages, without building them")
    lesson = commands.add_parser("new-lesson", help="make the files of a lesson to be written")
    lesson.add_argument("folder", help="the track's folder in docs/, such as architecture")
    lesson.add_argument("slug", help="the lesson's name in its address, such as rope-extension")
    test = commands.add_parser("test", help="lint, type-check and test everything")
    everywhere = commands.add_parser("test-all", help="test, and try Firefox and WebKit, too")
    for tests in (test, everywhere):
        tests.add_argument("pytest", nargs="*", help="arguments handed on to pytest")
    commands.add_parser("bench", help="measure what readers and authors wait for")
    commands.add_parser("clean", help="remove what was built or fetched in this folder")
    return top


def run(arguments: argparse.Namespace) -> None:
    """Carry out a command."""
    match arguments.command:
        case "build":
            from widgets.build.site import build_site

            build_site(arguments.into)
        case "serve":
            from widgets.build.serve import serve

            serve(arguments.port)
        case "check":
            from widgets.build.check.course import checked_pages

            checked_pages()
        case "new-lesson":
            from widgets.build.new_lesson import new_lesson

            for path in new_lesson(arguments.folder, arguments.slug):
                say(str(path.relative_to(ROOT)))
        case "test":
            from widgets.build.checks import run_checks

            run_checks(arguments.pytest)
        case "test-all":
            from widgets.build.checks import run_all_checks

            run_all_checks(arguments.pytest)
        case "bench":
            from widgets.build.checks import run_bench

            run_bench()
        case "clean":
            for folder in (SITE, BUILD, SOURCE_PAGES, ROOT / "node_modules"):
                shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Run the command line; a Fault ends it with one clear message."""
    try:
        run(parser().parse_args())
    except Fault as fault:
        say(f"error: {fault}")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
