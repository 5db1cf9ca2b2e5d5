"""Where everything in a picture stands."""
