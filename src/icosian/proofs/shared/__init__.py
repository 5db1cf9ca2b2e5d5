"""What certificates share: the claim, the codec, ticks, networks, used paths, rules."""
