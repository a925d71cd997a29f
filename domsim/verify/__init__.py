"""Verification: find and minimise hands, cover the rules, explore, compare, conformance."""
