"""People: who they are, how they like the site, and the tokens their tools use."""
