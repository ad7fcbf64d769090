"""Commands to a client, typed or by a key: from words to requests, sent or shown."""
