"""The card catalogue, and the collections users keep of it."""
