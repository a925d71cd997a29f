"""The command line: one thin module a command. Only here is anything printed."""
