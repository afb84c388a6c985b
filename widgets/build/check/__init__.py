"""What is wrong with the course's pages, found before anything is built."""
