"""The players' side: views laid out as pages of text, and the clients that speak the seat protocol."""
