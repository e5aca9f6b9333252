package settings

// This file defines what a package says of settings.

import "github.com/agentvet/agentvet/graph"

// Kept is what one package says of settings.
type Kept struct {
	Package string
	Main    bool   `json:",omitempty"` // it is a command
	Failure string `json:",omitempty"` // why reading it failed, so that nothing is known of it
	// Roots are the functions with which a program begins that has the package: initializers, and the main function of a command.
	Roots []string `json:",omitempty"`
	// Fields are those of its types whose names speak of limits.
	Fields []Field `json:",omitempty"`
	// Parts has the struct types that fields of its struct types hold, by the name of a type.
	Parts map[Thing][]Thing `json:",omitempty"`
	// Sources are single settings that functions return: flags, variables of the environment.
	Sources []Source `json:",omitempty"`
	Filled  []Filled `json:",omitempty"`
	Uses    []Use    `json:",omitempty"`
	// Guards are its functions whose names say that they decide whether something may be done, and what may stand in for them.
	Guards []Guard `json:",omitempty"`
	// Names has the functions that a function names, and methods of what it puts into interfaces: those that may run if it does.
	Names map[string][]string `json:",omitempty"`
}

// A Thing is the identity of what may hold a setting: a field, a package-level variable, a parameter or a setting that a function
// returns; or of a struct type, as a whole. The first letter says which.
type Thing string

// A Field is a field whose name speaks of a limit.
type Field struct {
	Thing   Thing
	Type    Thing  // the struct type that has it
	Name    string // as whoever writes the settings knows it: "read_only"
	Pos     graph.Pos
	Skipped bool `json:",omitempty"` // libraries that fill the struct leave it out
}

// A Source is a single setting that a function returns.
type Source struct {
	Thing Thing
	Name  string // "READ_ONLY"
	By    string // "os.Getenv"
	Func  string // the function that asks for it
	Pos   graph.Pos
	Flag  bool `json:",omitempty"` // it exists because of this call
	// Via is the parameter that names it, of a function of the program; it is a setting if that one asks a library for a setting of
	// that name.
	Via Thing `json:",omitempty"`
}

// Filled is that somebody sets a thing, mostly that a library puts settings where a thing is.
type Filled struct {
	Thing Thing
	Name  string `json:",omitempty"` // of a single setting: that of the flag
	By    string // "yaml.Unmarshal"
	// From is the setting that a function returns and that is handed on to the thing; said by Join.
	From Thing `json:",omitempty"`
	// Package is that of the function, without a major version.
	Package string `json:",omitempty"`
	Func    string
	Pos     graph.Pos
}

// A Use is what a function does with a thing.
type Use struct {
	Thing Thing
	Func  string
	Kind  Kind
	Into  Thing `json:",omitempty"` // of what is handed on: where it is then
	Pos   graph.Pos
}

// A Kind says what is done with a thing.
type Kind string

const (
	Looked Kind = "looked" // something may depend on it
	Shown  Kind = "shown"  // it is logged
	Logs   Kind = "logs"   // nothing depends on it but what is logged
	Handed Kind = "handed" // another thing gets it
	Names  Kind = "names"  // a library is asked for the setting that it names
	Saved  Kind = "saved"  // it is encoded, by the package that Into names
	Idle   Kind = "idle"   // only a function that never runs looks at it; said by Join
)

// A Guard is a function whose name says that it decides whether something may be done, or that it may stand in for one that does.
type Guard struct {
	Func     string
	About    string // what it decides about: "command", "path", or Confirmation
	Decides  bool   `json:",omitempty"`
	Exported bool   `json:",omitempty"`
	Package  string `json:",omitempty"` // said by Uncalled
	Pos      graph.Pos
}

// Confirmation is what guards are about that have somebody asked.
const Confirmation = "confirmation"
