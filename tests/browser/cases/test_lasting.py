"""Case 18: Python still runs after many reloads, restarts and plots, in memory that levels off."""

from lesson import (
    CORE_ATTENTION,
    START_LIMIT_MS,
    all_cells,
    begin,
    cell,
    edit,
    output,
    press,
    python,
    run,
    run_button,
)
from playwright.sync_api import Page, expect

RELOADS, RESTARTS = 15, 10
RUNS, MEASURED = 200, 50
GROWTH = 1.02
"""Between the 100th and the 200th run."""
PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])"
# Promises to return once Run has been pressed so many times, each when the one before was done.
RUN_ON = """(block, times) => new Promise((resolve, reject) => {
    const run = block.querySelector(".fp-run");
    const press = () => times-- > 0 ? run.click() : resolve(observer.disconnect());
    const observer = new MutationObserver(() => {
        if (block.dataset.state === "done") press();
        if (block.dataset.state === "error") reject(new Error(block.textContent));
    });
    observer.observe(block, {attributeFilter: ["data-state"]});
    press();
})"""
HEAP = "import pyodide_js\nprint(pyodide_js._module.HEAP8.length)"


def workers(page: Page) -> int:
    """How many interpreters the tab has."""
    return sum(worker.url.startswith("blob:") for worker in page.workers)


def test_case_18_after_many_reloads_and_restarts_python_still_runs(visit, root, long_run) -> None:
    page = visit().page
    page.goto(root + CORE_ATTENTION)
    edit(cell(page, "scratch"), "print('begun', flush=True)\nwhile True: pass")
    for number in range(RELOADS):
        block = cell(page, "scratch")
        if number % 3 == 0:
            begin(block)  # left while it runs
        elif number % 3 == 1:
            run(cell(page, "by_hand"))
        else:
            run_button(block).click()  # left while it starts
            python(page, "loading")
        page.reload()
    edit(cell(page, "scratch"), "print('begun' in globals())\nbegun = 1")
    for number in range(RESTARTS):
        run(cell(page, "scratch"))
        assert output(cell(page, "scratch")) == [["fp-text", "False\n"]], number
        press(page, "Restart")
        told = all_cells(page).get_by_role("status")
        expect(told).to_contain_text("Python restarted in", timeout=START_LIMIT_MS)
    run(cell(page, "by_hand"))
    expect(cell(page, "by_hand").locator(".fp-figure svg")).to_be_visible()
    assert workers(page) == 1
    long_run.went_well()


def test_case_18_two_hundred_plots_level_off(visit, root, long_run) -> None:
    page = visit().page
    page.goto(root + CORE_ATTENTION)
    devtools = page.context.new_cdp_session(page)
    plots, meter = cell(page, "scratch"), cell(page, "by_hand")
    edit(plots, PLOT)
    edit(meter, HEAP)
    heap, nodes = [], []
    for _ in range(RUNS // MEASURED):
        plots.evaluate(RUN_ON, MEASURED)
        run(meter)
        ((_, printed),) = output(meter)
        heap.append(int(printed))
        devtools.send("HeapProfiler.collectGarbage")
        nodes.append(devtools.send("Memory.getDOMCounters")["nodes"])
    assert heap[-1] <= heap[1] * GROWTH, heap
    assert nodes[-1] <= nodes[1] * GROWTH, nodes
    long_run.went_well()
