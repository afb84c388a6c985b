"""The Python that runs a reader's cells, inside the browser's interpreter and under pytest."""
