package taint

// This file defines what is known of numbers that a program itself hands to its tools.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A Handed is a number that the program puts into a field of a struct which says that it keeps a limit, and hands to a tool; or one that
// a model has written there, and that keeps the limit where it has an effect.
type Handed struct {
	Field   string // the key of the field
	Label   string // the limit: see LimitOf
	To      string // what gets the struct, or the number
	OfModel bool   // a model has written it
	Pos     graph.Pos
	Verdict verdict.Verdict // that the limit is kept
	// Unreached: no run comes to the call.
	Unreached bool
	Proof     []string // lines of the proof, if it is one over the integers
	Values    string   // that show that the limit is not kept, or may not be
	Doubt     HandedDoubt
	Since     graph.Pos // of HandedChanged: where, if that is known
}

// A HandedDoubt says why it is not known whether a number keeps its limit.
type HandedDoubt uint8

const (
	HandedKnown   HandedDoubt = iota
	HandedNumber              // how it comes about is not understood
	HandedChanged             // the limit may have changed since it was read
	HandedInputs              // it hangs on code that is not followed, or on callers
	HandedHard                // the question is too hard
	HandedLimit               // the limit is not followed
	HandedWhose               // it keeps a limit, and whose limit is meant is not known
	HandedUnasked             // nobody asked for a proof
)

// SortHanded orders a list.
func SortHanded(list []Handed) []Handed {
	slices.SortStableFunc(list, func(a, b Handed) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Field, b.Field), cmp.Compare(a.Label, b.Label), cmp.Compare(a.To, b.To), slices.Compare(a.Proof, b.Proof))
	})
	return list
}
