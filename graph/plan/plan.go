package plan

// This file defines what a plan is.

import (
	"iter"
	"math/big"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/graph"
)

// A Plan is a list of steps that a model proposes.
type Plan struct {
	Goal   string
	Inputs []Input
	Steps  []*Step
	Pos    graph.Pos
}

// An Input is a name that the program binds before the plan runs.
type Input struct {
	Name string
	Pos  graph.Pos
}

// A Step is a call of a tool, a condition with the steps that it decides on, or parts that run side by
// side. A loop is the conditions of its rounds, each within the one before: see loop.go.
type Step struct {
	Path  string // where it is in the JSON: "steps[1].then[0]"
	Label string
	Pos   graph.Pos
	Call  *Call // or
	If    *If   // or
	Parts [][]*Step
}

// A Call is a call of a tool.
type Call struct {
	Tool  string
	Pos   graph.Pos // of the name of the tool
	Args  []Field
	Bind  string // the name of what it returns, "" for none
	Where graph.Pos
}

// An If is a condition. Else is empty if nothing happens otherwise.
type If struct {
	Cond       Condition
	Then, Else []*Step
	// Of a round of a loop: Item is the name that is bound, in Then, to an element of the list that the
	// condition is about; Last is set for a round after which there must be no other.
	Item string
	Last bool
}

// A Field is an argument, or an entry of an object in one.
type Field struct {
	Name  string
	Pos   graph.Pos // of the name
	Value Value
}

// ValueKind says what a Value is.
type ValueKind uint8

const (
	Invalid ValueKind = iota
	Ref               // what a name is bound to
	Text
	Number
	Bool
	List
	Object
)

var kindNames = []string{"invalid", "a reference", "a text", "a number", "a truth value", "a list", "an object"}

// String returns the words for k.
func (k ValueKind) String() string { return kindNames[k] }

// A Value is what an argument is.
type Value struct {
	Kind ValueKind
	Pos  graph.Pos
	// Text is the name of a Ref, a Text itself, a Number as it is written, or true or false.
	Text   string
	Elems  []Value
	Fields []Field
}

// Refs yields the references in v, v among them, each with its path: path is that of v.
func (v *Value) Refs(path string) iter.Seq2[string, *Value] {
	return func(yield func(string, *Value) bool) {
		v.leaves(path, func(path string, leaf *Value) bool { return leaf.Kind != Ref || yield(path, leaf) })
	}
}

// Leaves yields what v consists of and has no parts itself, each with its path, in which the elements
// of a list are alike, as in "items[].name", and keys are as dfa.PathKey has them. Empty lists and objects are leaves.
func (v *Value) Leaves(path string) iter.Seq2[string, *Value] {
	return func(yield func(string, *Value) bool) { v.leaves(path, yield) }
}

func (v *Value) leaves(path string, yield func(string, *Value) bool) bool {
	for i := range v.Elems {
		if !v.Elems[i].leaves(path+"[]", yield) {
			return false
		}
	}
	for i := range v.Fields {
		if f := &v.Fields[i]; !f.Value.leaves(path+"."+dfa.PathKey(f.Name), yield) {
			return false
		}
	}
	return len(v.Elems)+len(v.Fields) > 0 || yield(path, v)
}

// OpHas is the operator of a condition that a list has so many elements: what a round of a loop asks.
const OpHas = "has"

// A Condition is a comparison. Left is the name of what is compared; the right side is a
// reference or a constant.
type Condition struct {
	Text  string
	Pos   graph.Pos
	Left  Value // a Ref
	Op    string
	Right Value
}

// Refs returns the references of the condition.
func (c *Condition) Refs() []*Value {
	if c.Right.Kind == Ref {
		return []*Value{&c.Left, &c.Right}
	}
	return []*Value{&c.Left}
}

// All yields the steps of a list, and those that they decide on, in the order of the text.
func All(steps []*Step) iter.Seq[*Step] {
	return func(yield func(*Step) bool) { all(steps, yield) }
}

func all(steps []*Step, yield func(*Step) bool) bool {
	for _, s := range steps {
		if !yield(s) || s.If != nil && !(all(s.If.Then, yield) && all(s.If.Else, yield)) {
			return false
		}
		for _, part := range s.Parts {
			if !all(part, yield) {
				return false
			}
		}
	}
	return true
}

// index returns the path of an element of a list.
func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// maxDigits is how long a number may be that is compared exactly.
const maxDigits = 800

// exact returns the number that a text is, as JSON writes numbers; nil for one that is too long, too
// large or too small to be compared.
func exact(text string) *big.Rat {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || len(text) > maxDigits || x == 0 && strings.ContainsAny(text, "123456789") {
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return r
}
