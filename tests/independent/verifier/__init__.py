"""A second verifier of `tta-p2p/4`, written from docs/protocol.md and docs/proofs.md alone, with hashlib alone."""
