package syntax

// This file defines atoms: tests of one event.

import "slices"

// AtomKind says what an Atom tests.
type AtomKind uint8

const (
	AtomTag AtomKind = iota // the event has the tag
	AtomTool
	AtomNode
	AtomKindOf // kind:KIND
	AtomAgent
	AtomCap
	AtomAction
	AtomDecision
	AtomHuman
	numAtomKinds
)

var atomPrefixes = [numAtomKinds]string{
	AtomTool: "tool", AtomNode: "node", AtomKindOf: "kind", AtomAgent: "agent", AtomCap: "cap",
	AtomAction: "action", AtomDecision: "decision", AtomHuman: "human",
}

// String returns the word in front of the colon; "human" for AtomHuman, which
// has none, and "" for AtomTag.
func (k AtomKind) String() string {
	if k < numAtomKinds {
		return atomPrefixes[k]
	}
	return "invalid"
}

// An Atom is a test of one event.
type Atom struct {
	Kind    AtomKind
	Name    string // "" for AtomHuman
	Literal bool   // Name stands for itself: * and ? mean nothing
	Tests   []Test // of a tool's arguments: all hold
	Pos     Pos
}

// Equal reports whether a and b are the same but for positions.
func (a *Atom) Equal(b *Atom) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Name == b.Name && a.glob() == b.glob() && slices.EqualFunc(a.Tests, b.Tests, Test.Equal)
}

// glob reports whether * and ? in the name stand for other text.
func (a *Atom) glob() bool { return !a.Literal && isGlob(a.Name) }

func isGlob(s string) bool {
	for i := range len(s) {
		if s[i] == '*' || s[i] == '?' {
			return true
		}
	}
	return false
}

// MatchName reports whether the name of a matches s. It allocates nothing and
// takes time linear in s, but for patterns with several stars: then it is at most
// the product of the lengths.
func (a *Atom) MatchName(s string) bool {
	if a.Literal {
		return a.Name == s
	}
	return match(a.Name, s)
}

// match reports whether s matches the pattern, in which * stands for any text
// and ? for any one byte.
func match(pattern, s string) bool {
	p, i := 0, 0
	star, from := -1, 0 // the last star, and where its text ends
	for i < len(s) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, i
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == s[i]):
			p++
			i++
		case star >= 0:
			from++
			p, i = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// A Test compares an argument of a tool call with a constant, or with a value of an earlier call.
type Test struct {
	Path  string // as in graph.Param: "amount", "to.address", "items[].price"
	Op    Compare
	Value Value
	Of    *Kept // Op is Equal or NotEqual, and there is no Value; else nil
	Pos   Pos
}

// Equal reports whether t and u are the same but for positions.
func (t Test) Equal(u Test) bool {
	return t.Path == u.Path && t.Op == u.Op && t.Value == u.Value && t.Of.Equal(u.Of)
}

// Compare is the operator of a Test.
type Compare uint8

const (
	CompareInvalid Compare = iota
	Equal
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	numCompares
)

var compareNames = [numCompares]string{"invalid", "==", "!=", "<", "<=", ">", ">="}

// String returns the operator as it is written.
func (c Compare) String() string {
	if c < numCompares {
		return compareNames[c]
	}
	return compareNames[CompareInvalid]
}

// ValueKind is the type of a Value.
type ValueKind uint8

const (
	ValueInvalid ValueKind = iota
	ValueNumber
	ValueString
	ValueBool
	// Constants are none of the following; arguments and results may be.
	ValueNull
	ValueMany // a list or an object, whatever it holds
	ValueSame // not known, but the same wherever Text is the same
)

// A Value is a number, a string or a truth value, as in JSON.
type Value struct {
	Kind   ValueKind
	Number float64
	Text   string // of a string
	Bool   bool
}

// Number, String and Bool return the value of a Go constant.
func Number(x float64) Value { return Value{Kind: ValueNumber, Number: x} }
func String(s string) Value  { return Value{Kind: ValueString, Text: s} }
func Bool(b bool) Value      { return Value{Kind: ValueBool, Bool: b} }

// Holds reports whether v op w. Values of different types differ; numbers and
// strings are ordered, strings by bytes; truth values are not: < and its kin are
// false for them, and for values of different types.
func (c Compare) Holds(v, w Value) bool {
	switch c {
	case Equal:
		return v == w
	case NotEqual:
		return v != w
	}
	if v.Kind != w.Kind || v.Kind == ValueBool || v.Kind == ValueInvalid {
		return false
	}
	less, same := v.Number < w.Number, v.Number == w.Number
	if v.Kind == ValueString {
		less, same = v.Text < w.Text, v.Text == w.Text
	}
	switch c {
	case Less:
		return less
	case LessEqual:
		return less || same
	case Greater:
		return !less && !same
	case GreaterEqual:
		return !less
	}
	return false
}
