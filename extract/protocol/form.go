package protocol

// This file defines what is recognised: types that are parts of a protocol, and their
// fields.

import (
	"go/types"
	"slices"
)

// A Part is what a value is in the conversation with a model.
type Part uint8

const (
	PartInvalid Part = iota
	Call             // a tool is to be called
	Offer            // a tool as the model is told of it
	Result           // what a call came to
	Answer           // what a model answers in words
	Message          // what a model is told in words
)

// String returns the part as rows have it.
func (p Part) String() string {
	switch p {
	case Call:
		return "call"
	case Offer:
		return "offer"
	case Result:
		return "result"
	case Answer:
		return "answer"
	case Message:
		return "message"
	}
	return "invalid"
}

// A Side says whose tools a protocol is about.
type Side uint8

const (
	Model  Side = iota // a model calls tools of the program
	Server             // an MCP client calls tools of the program, or the program calls a server's
)

// A Form is a struct type that is a part of a protocol.
type Form struct {
	Protocol string // "chat completions", …, or the package of a client
	Side     Side
	Part     Part
	Type     types.Type // the struct type, named or not
	// Name, Args and ID lead from the type to the field that holds each, nil if it has
	// none. All but the last are structs.
	Name, Args, ID []*types.Var
	Text           []*types.Var // of an answer and a message: likewise
	Raw            []*types.Var // the arguments of a call once more, as the text that came
}

// A Role is what a field holds.
type Role uint8

const (
	RoleName Role = iota
	RoleArgs
	RoleID
)

// A Field is what is known of one field of a form: the last of a path.
type Field struct {
	Form *Form
	Role Role
}

// Parts are the types of protocols that a package may use.
type Parts struct {
	Forms []*Form // in the order of packages, and of their declarations

	fields  map[*types.Var]Field
	scanned map[*types.Package]bool
	words   []string // of protocols, that the package has
}

// Field says what a field holds. It is false for one of no protocol.
func (p *Parts) Field(v *types.Var) (Field, bool) {
	f, ok := p.fields[v.Origin()]
	return f, ok
}

func (p *Parts) add(f *Form) {
	if slices.ContainsFunc(p.Forms, func(o *Form) bool { return o.Type == f.Type && o.Part == f.Part }) {
		return // several fields hold it
	}
	p.Forms = append(p.Forms, f)
	for role, path := range [][]*types.Var{RoleName: f.Name, RoleArgs: f.Args, RoleID: f.ID} {
		if len(path) == 0 {
			continue
		}
		last := path[len(path)-1].Origin()
		if _, known := p.fields[last]; !known { // by the form that was found first
			p.fields[last] = Field{f, Role(role)}
		}
	}
}
