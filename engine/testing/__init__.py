"""What tests of any game use: scripted chance, conformance checks, perft."""
