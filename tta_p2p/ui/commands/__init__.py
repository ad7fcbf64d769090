"""What a person can tell a client to do, typed or by a key: from words to what is to be asked, sent and shown."""
