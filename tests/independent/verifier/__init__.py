"""A second verifier of `tta-p2p/2`, written from docs/protocol.md alone: no code of the product, only hashlib."""
