package arguments

// This file defines what functions do with arguments.

import "github.com/agentvet/agentvet/graph"

// Kept is what the functions of one package do with arguments that they are given.
type Kept struct {
	Package string
	Funcs   map[string]*Func // by identity, see package funcid
}

// A Func is what a function does with its parameters that may hold arguments.
type Func struct {
	Pos    graph.Pos
	Params []Param
	// OfCalls are the names of arguments that it looks up in calls of a model which it has otherwise, sorted.
	OfCalls []string `json:",omitempty"`
}

// A Param is what a function does with one parameter, the receiver counted.
type Param struct {
	Index int
	Kind  Kind
	Taken Taken
}

// A Kind says what a parameter holds.
type Kind string

const (
	Request Kind = "request" // what a library hands to the handler of a tool, with arguments in it
	Map     Kind = "map"     // arguments by name, or JSON that says that it is such
	Text    Kind = "text"    // a text, bytes or any value, which may be JSON
	Struct  Kind = "struct"  // what JSON is decoded into
)

// Taken is what becomes of arguments.
type Taken struct {
	Uses   []Use    `json:",omitempty"`
	Named  []Named  `json:",omitempty"`
	Passed []Passed `json:",omitempty"`
	// Set are arguments that the code sets itself.
	Set []string `json:",omitempty"`
	// Into are the parameters whose variables the arguments are decoded into.
	Into []int `json:",omitempty"`
	// Returned are the results that hold the arguments still.
	Returned []int `json:",omitempty"`
	// Dispatches: the name of the tool is read beside the arguments, so that they may be those of others.
	Dispatches bool `json:",omitempty"`
	// Rewrites is where they are put under names that only a run knows, or others in their place, nil if they are not.
	Rewrites *graph.Pos `json:",omitempty"`
	// Lost is where arguments go to what is not followed, nil if they do not.
	Lost *Lost `json:",omitempty"`
}

// A Lost is a place from where arguments go to what is not followed.
type Lost struct {
	Pos graph.Pos
	To  string // "a function value", "fmt.Sprintf"
	// Next: to a function value, which gets a request as a handler does.
	Next bool `json:",omitempty"`
}

// A Use is that an argument is looked up by its name.
type Use struct {
	Name  string
	Takes []string `json:",omitempty"` // JSON types that it is taken for; nil if it may be any
	// As is the Go type that it is taken for where that is none that JSON is decoded into, as int is.
	As  string `json:",omitempty"`
	Pos graph.Pos
	// Required: the call fails without it.
	Required bool `json:",omitempty"`
	// Panics: if it is of another type.
	Panics bool `json:",omitempty"`
	// Fold: its name may be written in other letters, as names of fields may.
	Fold bool `json:",omitempty"`
	// Listed: the name is one of a list that the code goes through.
	Listed bool `json:",omitempty"`
}

// A Named is a Use of what a parameter names.
type Named struct {
	Param int
	Use   Use // without a name
}

// A Passed is a call that is given arguments.
type Passed struct {
	Func  string
	Param int
	// Names are the texts that it is given for other parameters: constants, and those of the function's own parameters.
	Names   map[int]string `json:",omitempty"`
	Params  map[int]int    `json:",omitempty"`
	Own     map[int]int    `json:",omitempty"` // parameters of the function's own that it is given as they are
	Listed  bool           `json:",omitempty"` // a name is one of a list
	Results []Result       `json:",omitempty"` // what becomes of results that may hold arguments still
	Targets []Result       `json:",omitempty"` // what becomes of variables whose address it is given for parameters
	Pos     graph.Pos
}

// A Result is what becomes of a result of a call, or of what is given for a parameter.
type Result struct {
	Index int
	Taken Taken
}

// Types of JSON.
const (
	String  = "string"
	Number  = "number"
	Boolean = "boolean"
	Array   = "array"
	Object  = "object"
)
