"""The networks of drafters with weights, one published checkpoint format a file."""
