"""
A shortest tour, with zones and moats
=====================================

The 52 places in Berlin of TSPLIB (Groetschel). Every tour crosses each disc and each band twice. So
it is at least twice as long as all of them are wide, and the tour shown is no longer than that.
"""

import matplotlib.pyplot as plt

import icosian

COORDINATES = """
565,575 25,185 345,750 945,685 845,655 880,660 25,230 525,1000 580,1175 650,1130 1605,620
1220,580 1465,200 1530,5 845,680 725,370 145,665 415,635 510,875 560,365 300,465 520,585 480,415
835,625 975,580 1215,245 1320,315 1250,400 660,180 410,250 420,555 575,665 1150,1160 700,580
685,595 685,610 770,610 795,645 720,635 760,650 475,960 95,260 875,920 700,500 555,815 830,485
1170,65 830,610 605,625 595,360 1340,725 1740,245
"""
places = [tuple(map(int, pair.split(","))) for pair in COORDINATES.split()]
tour = icosian.shortest_tour(places, "EUC_2D")
figure = plt.figure(figsize=(8, 6.6), layout="constrained")
artists = icosian.draw(tour.proof, G=tour, ax=figure.add_subplot())
