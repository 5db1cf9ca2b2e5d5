"""What is asked: exact lengths of graphs and places, as a cycle problem in integers."""
