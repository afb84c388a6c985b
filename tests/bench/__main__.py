"""`make bench`: what readers and authors wait for, against a plain page, all in one run."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

import browsing
import building
from course_copy import LESSONS, add_lessons, copy_course
from plain_site import write_plain_site
from playwright.sync_api import Page, Playwright, sync_playwright

from widgets.build.chromium import chromium
from widgets.build.paths import SITE

RUNS = 5
SLOW_LINE = ("20e6", "0.03")
GENERATED = "generated/lesson-57"


class Table:
    """Rows of a measure, its value, that of the plain page and the ratio, beside the aim."""

    def __init__(self) -> None:
        print(f"{'':46}{'course':>9}{'plain':>9}{'ratio':>8}   aim", flush=True)

    def ratio(self, name: str, ours: list[float], plain: list[float], aim: float) -> None:
        """Seconds of both, the medians, and their ratio."""
        our, their = median(ours), median(plain)
        text = f"{our:7.2f} s{their:7.2f} s{our / their:8.3f}   {aim:g}"
        print(f"{name:46}{text}", flush=True)

    def value(self, name: str, value: str, aim: str = "") -> None:
        """A measure that the plain page does not have."""
        print(f"{name:46}{value:>9}{'':17}   {aim}", flush=True)


def bench() -> None:
    """Measure everything, print the table."""
    path, table = chromium(), Table()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        place = Path(folder)
        write_plain_site(place / "plain")
        visitor = Visitor(playwright, path, place)
        reading(table, visitor, place)
        authoring(table, visitor, place)


class Visitor:
    """Opens tabs in fresh profiles and in known ones."""

    def __init__(self, playwright: Playwright, path: str, place: Path) -> None:
        self._playwright, self._path, self._place = playwright, path, place

    def measure(self, name: str, work: Callable[[Page], float]) -> float:
        """Do something in a new tab of the profile `name`."""
        with browsing.profile(self._playwright, self._path, self._place / name) as page:
            return work(page)

    def first_plots(self, profile: str, ours: str, plain: str) -> tuple[list[float], list[float]]:
        """The first plots of the course and of the plain page, in turns, by as many readers."""
        course, other = [], []
        for run in range(RUNS):
            course.append(
                self.measure(f"ours-{profile}-{run}", lambda page: browsing.course_plot(page, ours))
            )
            other.append(
                self.measure(
                    f"plain-{profile}-{run}", lambda page: browsing.plain_plot(page, plain)
                )
            )
        return course, other


def reading(table: Table, visitor: Visitor, place: Path) -> None:
    """What readers wait for."""
    with browsing.hosted(SITE) as ours, browsing.hosted(place / "plain") as plain:
        ours.sent()
        cold = visitor.first_plots("visitor", ours.root, plain.root)
        cold_bytes = sum(ours.sent().values()) / RUNS
        again = visitor.first_plots("visitor", ours.root, plain.root)
        warm_bytes = sum(ours.sent().values()) / RUNS
        table.ratio("first plot, empty cache", *cold, 0.45)
        table.ratio("first plot, second visit", *again, 0.35)
        prepared = []
        for run in range(RUNS):
            profile = f"ours-visitor-{run}"
            visitor.measure(profile, lambda page: browsing.prepare(page, ours.root))
            prepared.append(
                visitor.measure(profile, lambda page: browsing.course_plot(page, ours.root))
            )
        table.ratio("first plot, later visit", prepared, again[1], 0.27)

        moved, stops, forced, restarts, heap = [], [], [], [], [0]

        def stay(page: Page) -> float:
            browsing.course_plot(page, ours.root)
            moved.append(browsing.next_lesson_plot(page))
            heap[0] = browsing.heap_bytes(page)
            stops.append(browsing.stop(page))
            forced.append(browsing.forced_restart(page))
            restarts.append(browsing.restart(page))
            return 0

        for _ in range(RUNS):
            visitor.measure("ours-visitor-0", stay)
        table.ratio("plot on the next lesson", moved, cold[1], 0.03)
        table.value("Stop that keeps the names", f"{1000 * median(stops):.0f} ms", "150 ms")
        table.value("Stop that needs a restart, until ready", f"{median(forced):.2f} s", "0.6 s")
        table.value("the button Restart, until ready", f"{median(restarts):.2f} s")
        ours.sent()
        shift = visitor.measure("reader", lambda page: browsing.layout_shift(page, ours.root))
        script = sum(count for kind, count in ours.sent().items() if kind in (".js", ".mjs"))
        table.value("script to read a lesson", f"{script / 1000:.0f} kB", "110 kB")
        table.value("layout shift", f"{shift:.4f}", "0.01")
        table.value("fetched, empty cache", f"{cold_bytes / 1e6:.1f} MB")
        table.value("fetched, second visit", f"{warm_bytes / 1e6:.1f} MB")
        table.value("heap after plots", f"{heap[0] / 1e6:.0f} MB")
    with (
        browsing.hosted(SITE, *SLOW_LINE) as ours,
        browsing.hosted(place / "plain", *SLOW_LINE) as plain,
    ):
        slow = visitor.first_plots("slow", ours.root, plain.root)
        table.ratio("first plot, 20 Mbit/s", *slow, 0.62)


def authoring(table: Table, visitor: Visitor, place: Path) -> None:
    """What authors wait for, in the course and in one of a hundred lessons more."""
    copy_course(place / "course")
    build_and_edit(table, visitor, place / "course", browsing.CORE_ATTENTION.strip("/"))
    large = place / f"course and {LESSONS} lessons"
    copy_course(large)
    add_lessons(large, LESSONS)
    build_and_edit(table, visitor, large, GENERATED)


def build_and_edit(table: Table, visitor: Visitor, course: Path, lesson: str) -> None:
    """The build's stages, first and with nothing changed, and how soon an edit is to be seen."""
    for run in ("first", "unchanged"):
        for stage, seconds in building.stages(course).items():
            table.value(f"{course.name}, {run}: {stage[:18]}", f"{seconds:.1f} s")
    edited: list[float] = []

    def save(page: Page) -> float:
        edited.extend(building.edits(page, course, lesson, RUNS))
        return median(edited)

    table.value(
        f"{course.name}: saved, to be seen", f"{visitor.measure('author', save):.2f} s", "2 s"
    )


bench()
