"""What makes a lesson's page live: the kernel, the build and the browser's side."""
