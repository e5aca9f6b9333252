// Package truth asks the libraries themselves what the agents of this module are:
// with a model that records which tools it is offered, and always wants another
// round.
package truth
