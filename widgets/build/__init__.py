"""Build time: from Markdown lessons to a static site."""
