"""Before and during the first run: nothing by itself, every stage told, failures in words."""

import re

import pytest
from lesson import CORE_ATTENTION, START_LIMIT_MS, cell, cells, run
from playwright.sync_api import expect


@pytest.fixture
def lesson(visit, root):
    """A fresh visit to the lesson."""
    visited = visit()
    visited.page.goto(root + CORE_ATTENTION)
    return visited


def kernel(page):
    """The element that carries the interpreter's state."""
    return page.locator("html")
