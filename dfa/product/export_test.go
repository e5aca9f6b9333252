package product

// Moves returns the length of the path of r, with the moves that Path leaves out,
// up to its loop.
func (r *Result) Moves() int { return r.moves }
