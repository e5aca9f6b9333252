package syntax

// This file defines formulas: linear temporal logic over finite traces, with
// past.

import "slices"

// Op is the operator of a Formula.
type Op uint8

const (
	OpInvalid      Op = iota
	OpTrue            // true
	OpFalse           // false
	OpAtom            // Atom
	OpNot             // !f
	OpAnd             // f && g
	OpOr              // f || g
	OpImplies         // f -> g
	OpIff             // f <-> g
	OpNext            // X f: strong
	OpWeakNext        // WX f
	OpFinally         // F f, or F[<=k] f if Bounded
	OpGlobally        // G f, or G[<=k] f if Bounded
	OpUntil           // f U g: strong
	OpWeakUntil       // f W g
	OpRelease         // f R g
	OpYesterday       // Y f: strong
	OpOnce            // O f
	OpHistorically    // H f
	OpSince           // f S g
	numOps
)

var opNames = [numOps]string{
	OpInvalid: "invalid", OpTrue: "true", OpFalse: "false", OpAtom: "atom", OpNot: "!", OpAnd: "&&", OpOr: "||",
	OpImplies: "->", OpIff: "<->", OpNext: "X", OpWeakNext: "WX", OpFinally: "F", OpGlobally: "G", OpUntil: "U",
	OpWeakUntil: "W", OpRelease: "R", OpYesterday: "Y", OpOnce: "O", OpHistorically: "H", OpSince: "S",
}

// String returns the operator as it is written.
func (op Op) String() string {
	if op < numOps {
		return opNames[op]
	}
	return opNames[OpInvalid]
}

// A Formula is a formula of LTLf with past. Formulas are not changed once they
// are made, and may share parts.
type Formula struct {
	Op      Op
	Args    []*Formula // as many as Op has operands
	Atom    *Atom      // of OpAtom
	Bounded bool       // of OpFinally and OpGlobally: [<=K]
	K       int
	Pos     Pos // where the formula begins; zero if it was not parsed
}

// True, False, Not and the others make formulas without a position.
func True() *Formula  { return &Formula{Op: OpTrue} }
func False() *Formula { return &Formula{Op: OpFalse} }

// Of returns the formula that applies op to args.
func Of(op Op, args ...*Formula) *Formula { return &Formula{Op: op, Args: args} }

// Not returns !f, or g if f is !g.
func Not(f *Formula) *Formula {
	if f.Op == OpNot {
		return f.Args[0]
	}
	return Of(OpNot, f)
}

// within returns op[<=k] f, where op is OpFinally or OpGlobally.
func within(op Op, k int, f *Formula) *Formula {
	return &Formula{Op: op, Args: []*Formula{f}, Bounded: true, K: k}
}

// Equal reports whether f and g are the same but for positions.
func (f *Formula) Equal(g *Formula) bool {
	if f == g {
		return true
	}
	if f == nil || g == nil || f.Op != g.Op || f.Bounded != g.Bounded || f.K != g.K || !f.Atom.Equal(g.Atom) {
		return false
	}
	return slices.EqualFunc(f.Args, g.Args, (*Formula).Equal)
}

// Atoms returns the atoms of f, each once, in the order in which they occur.
func (f *Formula) Atoms() []*Atom { return f.atoms(nil) }

func (f *Formula) atoms(list []*Atom) []*Atom {
	if f.Op == OpAtom && !slices.ContainsFunc(list, f.Atom.Equal) {
		list = append(list, f.Atom)
	}
	for _, g := range f.Args {
		list = g.atoms(list)
	}
	return list
}

// Size returns the number of operators and atoms in f, as it is written.
func (f *Formula) Size() int {
	n := 1
	for _, g := range f.Args {
		n += g.Size()
	}
	return n
}

// temporal reports whether f looks at other events than one.
func (f *Formula) temporal() bool {
	return f.Op >= OpNext || slices.ContainsFunc(f.Args, (*Formula).temporal)
}
