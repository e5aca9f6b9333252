package product

// This file says what a search walks through: the configurations of a workflow,
// and the moves between them.

import "github.com/agentvet/agentvet/graph"

// A config is where the tokens of a run are; a number of its space.
type config int32

// A move is one thing that happens.
type move struct {
	to   config
	sym  symbol
	what What  // silent moves have no event
	tool int16 // of calls
	at   place // the step that moves, or none
	// starts: the step begins with this move. The token came by an earlier one.
	starts bool
	// left: the step ends with this move, and sends tokens along edge, or along
	// edges if there are several; none if there are no more.
	left  bool
	edge  graph.EdgeID
	edges []graph.EdgeID
}

// sent returns the edges along which a move sends tokens.
func (m *move) sent() []graph.EdgeID {
	switch {
	case m.edges != nil:
		return m.edges
	case m.left && m.edge != none:
		return []graph.EdgeID{m.edge}
	}
	return nil
}

// A space is the configurations of a workflow.
type space interface {
	start() config
	// moves calls yield for each move from c, in an order that depends on the
	// workflow only. It panics with tooMany when there are too many
	// configurations.
	moves(c config, yield func(move))
	// ended reports whether a run is over in c.
	ended(c config) bool
	// with returns the space for another automaton.
	with(l *labels) space
}

// tooMany is what a space panics with when a limit is reached.
type tooMany struct{}
