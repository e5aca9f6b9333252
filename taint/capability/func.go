package capability

// This file defines what is read of a function, and what is said of it.

import "github.com/agentvet/agentvet/graph"

// A Func is what one function does that matters: calls.
type Func struct {
	ID  string    `json:"id"`
	Pos graph.Pos `json:"pos"`
	// Behind: it is a method of an interface of a library, and calls those of the types that the
	// library puts into it.
	Behind bool `json:"behind,omitempty"`
	// Request counts from 1 to the parameter that is the request of a tool's call; 0 for none.
	Request int `json:"request,omitempty"`
	// Named: it reads the name of the tool in its request, or hands the request to code that may.
	Named bool `json:"named,omitempty"`
	// Made are the parameters that are the program's own, and no part of a tool's call: pointers to what is not read from JSON.
	Made []int `json:"made,omitempty"`
	// Compared are its comparisons of values with texts, of own packages.
	Compared []Comparison `json:"compared,omitempty"`
	// Needs are what it needs itself, by rows whose arguments are known, and by the language.
	Needs []Need `json:"needs,omitempty"`
	// Opens are calls with rows whose argument is a parameter.
	Opens []OpenCall `json:"opens,omitempty"`
	Calls []Call     `json:"calls,omitempty"`
	// Sites are calls of what only the whole program tells.
	Sites []Site `json:"sites,omitempty"`
	// Runs are the calls of its parameters.
	Runs []RunCall `json:"runs,omitempty"`
	// Boxed are the methods of libraries by which values are called that an own package puts into interfaces, Through those of
	// interfaces of libraries whose values it puts into others.
	Boxed   []string `json:"boxed,omitempty"`
	Through []string `json:"through,omitempty"`
	// Makes are the literals that it makes whose variables parameters of it decide about.
	Makes []Literal `json:"makes,omitempty"`
}

// A Literal is a function, and what decides about the variables that it captures: Arg.Index counts these, and From
// says it.
type Literal struct {
	Func string `json:"func"`
	Vars []Arg  `json:"vars"`
}

// A Need is that a function needs a capability.
type Need struct {
	Name string    `json:"name"`
	By   string    `json:"by"` // the key of what is called, or what else it is by
	Pos  graph.Pos `json:"pos"`
	// Stored: what needs it is not called, but kept for later.
	Stored bool   `json:"stored,omitempty"`
	Fixed  bool   `json:"fixed,omitempty"` // as of a Use
	When   []When `json:"when,omitempty"`
}

// A When is a condition on a text: it is one of Texts, or with Not, none of them. All conditions of
// a list hold where what has them is reached.
type When struct {
	Subject
	Texts []string `json:"texts"`
	Not   bool     `json:"not,omitempty"`
}

// A Subject is a value of a function.
type Subject struct {
	// Param is the parameter that it is, or is a part of. Variables that a literal captures count down from -1, and values that
	// are none of these, such as what a call has returned, from firstLocal.
	Param int `json:"param"`
	// Path is the part, such as ".Function.Name"; "" for all of it.
	Path string `json:"path,omitempty"`
}

// A Comparison is where a function compares a value with a text, and goes by that.
type Comparison struct {
	Pos graph.Pos `json:"pos"`
	On  Subject   `json:"on"`
}

// An OpenCall is a call of Key whose rows depend on an argument, which is a parameter.
type OpenCall struct {
	Open
	Pos   graph.Pos `json:"pos"`
	When  []When    `json:"when,omitempty"`
	loose bool      // see narrow.go
}

// An Open asks what the rows of Key say for an argument, which is a parameter, the receiver
// counted, or a field of the struct that the parameter is or points to. Of functions such as os.Remove, it asks who chooses
// what the parameter decides about, which may be a variable that a literal captures, as Subject.Param counts; Field is ofRecord there
// if it is a record.
type Open struct {
	Key   string `json:"key"`
	Param int    `json:"param"`
	Field string `json:"field,omitempty"`
}

// A Call is a call of a function.
type Call struct {
	Func string    `json:"func"`
	Pos  graph.Pos `json:"pos"`
	Args []Arg     `json:"args,omitempty"` // those of which something is known
	// Stored: the function is not called, but handed to code that may call it.
	Stored bool   `json:"stored,omitempty"`
	When   []When `json:"when,omitempty"`
	Blind  bool   `json:"blind,omitempty"` // what the function is given is not known
	Undo   bool   `json:"undo,omitempty"`  // it is only called where something has failed
	gives  bool   // it says only what the function does with Args that it calls: see narrow.go
}

// An Arg is what is known of an argument, the receiver counted.
type Arg struct {
	Index int    `json:"index"`
	Field string `json:"field,omitempty"` // of the struct that it is or points to: this is about that
	Text  *Text  `json:"text,omitempty"`  // a constant, as far as it is known
	Param *int   `json:"param,omitempty"` // it is a parameter of the caller, or what Subject.Param counts otherwise
	Of    *Open  `json:"of,omitempty"`    // it is this field of a parameter; Key is empty
	Func  string `json:"func,omitempty"`  // it is this function
	Rest  bool   `json:"rest,omitempty"`  // a function, and nobody here knows which
	From  []int  `json:"from,omitempty"`  // these parameters decide about it, as Subject.Param counts
	// Is says which value of the caller it is, if that may be the name of a tool, or have it.
	Is *Subject `json:"is,omitempty"`
}

// A Text is a constant. Where parts of it are not known, a question mark stands for them.
type Text struct {
	Text  string `json:"text"`
	Known bool   `json:"known,omitempty"` // all of it
}

// A Site is a call of a function value, or of a method of an interface.
type Site struct {
	Pos  graph.Pos `json:"pos"`
	Name string    `json:"name"` // of the method, or what else a reader may call it
	// Method is the identity of the method of an interface: a library tells what the types need
	// that it puts into interfaces of its own.
	Method string `json:"method,omitempty"`
	Args   []Arg  `json:"args,omitempty"` // as of a Call
	// Quiet: if nobody provides what it runs, nothing is said of it.
	Quiet bool   `json:"quiet,omitempty"`
	When  []When `json:"when,omitempty"`
	Undo  bool   `json:"undo,omitempty"` // as of a Call
	// Free are the variables of literals that the value was captured in, from the literal itself
	// outwards.
	Free []Variable `json:"free,omitempty"`
	// Table is the table that the value was looked up in with a text, which is KeyOf.
	Table []Entry  `json:"table,omitempty"`
	KeyOf *Subject `json:"key,omitempty"`
	loose bool
}

// A Variable is one that a literal captures.
type Variable struct {
	In  string `json:"in"`
	Var int    `json:"var"`
}

// An Entry is a function in a table of which all entries are known.
type Entry struct {
	Key  string `json:"key"`
	Func string `json:"func"`
}

// A RunCall is a call of a parameter.
type RunCall struct {
	Run
	When []When `json:"when,omitempty"`
}

// A Run is a call of a parameter, the receiver counted.
type Run struct {
	Param int       `json:"param"`
	Pos   graph.Pos `json:"pos"`
	loose bool
}

// A Summary is what is said of a function when all that it calls is known as far as it will be.
type Summary struct {
	Uses  []Use     `json:"uses,omitempty"`  // sorted by name
	Opens []OpenUse `json:"opens,omitempty"` // sorted
	Runs  []Run     `json:"runs,omitempty"`
	// Behind: it is a method of an interface, and this is what stands behind it.
	Behind bool `json:"behind,omitempty"`
}

// A Use is a capability that a function may need, and how.
type Use struct {
	Name  string `json:"name"`
	Loose bool   `json:"loose,omitempty"`
	Fixed bool   `json:"fixed,omitempty"` // a file is taken away or written, and nothing that the function is called with chooses it, or what is in it
	Path  []Hop  `json:"path"`            // not empty
}

// An OpenUse is a use that depends on a parameter.
type OpenUse struct {
	Open
	Loose bool  `json:"loose,omitempty"`
	Path  []Hop `json:"path"`
}

// A Hop is a call on a way: at Pos, Func is called. The last one names a function with a row,
// or says what else it is.
type Hop struct {
	Pos  graph.Pos `json:"pos,omitzero"`
	Func string    `json:"func"`
}
