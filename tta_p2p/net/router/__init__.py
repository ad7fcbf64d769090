"""The router between this computer and the internet, asked to open the port of a node and to close it again."""
