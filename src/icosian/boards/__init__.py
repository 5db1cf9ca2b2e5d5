"""Boards, pieces and their moves."""
