"""Running work: clock, pool, ledger, threads, arguments, statistics, random states, steps."""
