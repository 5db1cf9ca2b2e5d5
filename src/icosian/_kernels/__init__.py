"""The inner loops: arrays and integers in and out, nothing else of icosian imported."""
