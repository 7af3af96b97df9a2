"""What drafting pays, learnt from the rounds themselves."""
