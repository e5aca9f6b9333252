package valueflow

// This file notes which places have to do with a model's tool protocol.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/internal/funcid"
)

// roles notes the fields that hold the names and the arguments of a model's calls.
func (s *scanner) roles() {
	s.answers, s.offered, s.replies = make(map[*types.Struct]bool), make(map[*types.Struct]bool), make(map[*types.Struct]bool)
	defer s.messages()
	for _, f := range s.Parts.Forms {
		if st, name := StructOf(f.Type); st != nil && f.Part == protocol.Offer && f.Side == protocol.Model && funcid.Package(name) != f.Protocol {
			s.offered[st] = true // rows name the functions of the clients that they are about
		}
		switch {
		case f.Part == protocol.Result && f.Side == protocol.Model:
			s.said(f.Type, f.Protocol)
		case f.Part == protocol.Message:
			s.note(f, f.Text, RoleMessage)
		case f.Part == protocol.Answer:
			s.note(f, f.Text, RoleAnswer)
			if st, _ := StructOf(f.Type); st != nil {
				s.replies[st] = true
			}
		}
		if f.Part != protocol.Call || f.Side == protocol.Server && !s.isOwn(f.Type) {
			continue
		}
		if st, name := elemStruct(f.Type); st != nil {
			s.role(name, RoleCall, f)
		}
		s.note(f, f.Name, RoleName)
		s.note(f, f.Args, RoleArgs)
		s.note(f, f.Raw, RoleArgs)
		if st, _ := StructOf(f.Type); st != nil && f.Side == protocol.Model {
			s.answers[st] = true
		}
	}
}

// messages notes the texts of the types of the package that hold calls: what a program that
// speaks HTTP itself sends back has the type of what it gets.
func (s *scanner) messages() {
	scope := s.Pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || t.IsAlias() {
			continue
		}
		st, ok := t.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for f := range st.Fields() {
			if held, _ := elemStruct(f.Type()); held != nil && s.answers[held] {
				s.said(t.Type(), name)
				break
			}
		}
	}
}

// said notes what a message to a model holds.
func (s *scanner) said(t types.Type, from string) {
	st, name := elemStruct(t)
	if st == nil {
		return
	}
	for f := range st.Fields() {
		if s.carries(f.Type()) {
			s.g.Roles = append(s.g.Roles, Role{Name: FieldName(name, f.Name()), Kind: RoleSaid, From: from})
		}
	}
}

// note notes the field at the end of a path from a form.
func (s *scanner) note(f *protocol.Form, path []*types.Var, kind RoleKind) {
	if len(path) == 0 {
		return
	}
	holder := f.Type
	if n := len(path); n > 1 {
		holder = path[n-2].Type()
	}
	last := path[len(path)-1]
	if name := declaring(holder, last, maxEmbedded); name != "" {
		s.role(FieldName(name, last.Name()), kind, f)
	}
}

// maxEmbedded is how deep structs in structs are looked into.
const maxEmbedded = 4

// declaring returns the name of the struct that declares a field which a type has itself, or by
// what it embeds; "" if it has no such field.
func declaring(t types.Type, field *types.Var, most int) string {
	st, name := elemStruct(t)
	if st == nil || most == 0 {
		return ""
	}
	for f := range st.Fields() {
		if f.Origin() == field.Origin() {
			return name
		}
		if f.Embedded() {
			if inner := declaring(f.Type(), field, most-1); inner != "" {
				return inner
			}
		}
	}
	return ""
}

func (s *scanner) role(name string, kind RoleKind, f *protocol.Form) {
	s.g.Roles = append(s.g.Roles, Role{Name: name, Kind: kind, From: f.Protocol, Server: f.Side == protocol.Server})
}

// isOwn reports whether a type belongs to the module; servers on a library are read elsewhere.
func (s *scanner) isOwn(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return !ok || n.Obj().Pkg() != nil && s.Own(n.Obj().Pkg().Path())
}

// elemStruct returns the struct that a type is, or is a list, a map or a pointer of.
func elemStruct(t types.Type) (*types.Struct, string) {
	t = core(t)
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, ""
	}
	return st, typeName(t)
}

// decoders are parts of the names of library functions that read text into what they are given.
var decoders = []string{"Unmarshal", "Decode", "ReadJSON", "SetResult", "Bind"}

func isDecoder(fn *types.Func) bool {
	return slices.ContainsFunc(decoders, func(part string) bool { return strings.Contains(fn.Name(), part) })
}

// isFilled reports whether an argument is what a decoder fills.
func isFilled(fn *types.Func, arg ssa.Value) bool {
	m, ok := arg.(*ssa.MakeInterface)
	return ok && isPointer(m.X.Type()) && isDecoder(fn)
}

// decodes reports whether a call reads text into a type of a protocol.
func (b *body) decodes(fn *types.Func, c *ssa.CallCommon) bool {
	return isDecoder(fn) && b.getsAny(c, b.answers)
}

// readsAnswer reports whether a call gets the address of what holds a model's answer in words:
// to read it, or to have it read by somebody else.
func (b *body) readsAnswer(c *ssa.CallCommon) bool {
	return len(b.replies) > 0 && b.getsAny(c, b.replies)
}

// getsAny reports whether a call gets, as anything, an address of what has structs of some types.
func (b *body) getsAny(c *ssa.CallCommon, some map[*types.Struct]bool) bool {
	return slices.ContainsFunc(c.Args, func(arg ssa.Value) bool {
		m, ok := arg.(*ssa.MakeInterface)
		return ok && isPointer(m.X.Type()) && has(m.X.Type(), some, make(map[types.Type]bool))
	})
}

// asks reports whether a library function asks a model, as a client of which there are no
// rows does: it takes a context and tools that are offered, and returns what holds calls, or
// a stream of such.
func (b *body) asks(fn *types.Func) bool {
	if len(b.offered) == 0 || len(b.answers) == 0 {
		return false
	}
	in, offers := false, false
	for p := range fn.Signature().Params().Variables() {
		in = in || isContext(p.Type())
		offers = offers || has(p.Type(), b.offered, make(map[types.Type]bool))
	}
	return in && offers && slices.ContainsFunc(slices.Collect(fn.Signature().Results().Variables()), func(r *types.Var) bool { return b.brings(r.Type()) })
}

// brings reports whether a value of a type holds calls of tools, has a method that only has
// to be called to return some, or may be ranged over to get some.
func (b *body) brings(t types.Type) bool {
	if has(t, b.answers, make(map[types.Type]bool)) {
		return true
	}
	if each, ok := t.Underlying().(*types.Signature); ok && each.Params().Len() == 1 && each.Results().Len() == 0 { // one to range over
		yield, ok := each.Params().At(0).Type().Underlying().(*types.Signature)
		return ok && slices.ContainsFunc(slices.Collect(yield.Params().Variables()), func(p *types.Var) bool { return has(p.Type(), b.answers, make(map[types.Type]bool)) })
	}
	for m := range types.NewMethodSet(t).Methods() {
		sig := m.Type().(*types.Signature)
		for r := range sig.Results().Variables() {
			if sig.Params().Len() == 0 && has(r.Type(), b.answers, make(map[types.Type]bool)) {
				return true
			}
		}
	}
	return false
}

// has reports whether values of a type are, or have, structs of some types.
func has(t types.Type, some map[*types.Struct]bool, seen map[types.Type]bool) bool {
	t = core(t)
	st, ok := t.Underlying().(*types.Struct)
	if !ok || seen[t] {
		return false
	}
	seen[t] = true
	if some[st] {
		return true
	}
	for f := range st.Fields() {
		if has(f.Type(), some, seen) {
			return true
		}
	}
	return false
}
