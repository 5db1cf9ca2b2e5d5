"""What checkers share: claims, evidence, JSON, the numbered network, and the forcing rules."""
