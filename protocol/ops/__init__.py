"""One module for each kind of operation: generators that read like their description in the protocol."""
