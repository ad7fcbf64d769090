"""Little games that show the contract: between them they use every need and every claim."""
