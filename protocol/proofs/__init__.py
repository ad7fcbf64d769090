"""One module a proof, each sans-I/O: ``prove`` returns the proof's bytes, ``verify`` raises ``BadProof``.

Statements are built from ``Ciphertext`` and key values that the caller computed from its own state; a proof's bytes
carry only what the prover adds. Every proof has a fixed length that follows from its statement.
"""
