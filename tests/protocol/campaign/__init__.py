"""Whole games at tables of honest people and liars, with everything that can happen to them, all from one seed.

``play.Game`` plays one, ``watch.Watch`` says what must never be; `scripts/soak protocol` plays them by the thousand.
"""
