"""The campaign at the screen: keys at random in whole games of every game, with what must never be seen watched.

``sessions.play`` plays one session; `./scripts/soak screens` plays them by the thousand.
"""
