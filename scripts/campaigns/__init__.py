"""The campaigns of `scripts/soak`: what is tried for minutes or hours, with seeds that give again whatever they find.

Every module has ``arguments(parser)``, which adds its options, and ``run(wanted)``, which gives the exit code.
"""
