"""Settings of all tests; standing here, it also lets them import their slow twins from `naive`."""

from hypothesis import settings

settings.register_profile("icosian", deadline=None)  # a shared machine is no stopwatch
settings.load_profile("icosian")
