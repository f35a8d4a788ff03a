// The least that a program in Swift can cost: it starts, with the standard library linked in, and ends.
