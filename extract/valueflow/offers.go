package valueflow

// This file notes what tells of a tool: how a model is told of it, and what its code reads
// its arguments into.

import (
	"cmp"
	"go/constant"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
)

// An Offer is a struct type by which a model, or a client, is told of a tool. Name,
// Description and Schema are the names of its fields, "" for one that it has not.
type Offer struct {
	Type                      string
	Name, Description, Schema string
	Hints                     string
	From                      string
	Server                    bool
}

// Args are the fields of a struct type that tells the arguments of a tool, and the capabilities that their tags declare.
type Args struct {
	Type         string
	Params       []graph.Param
	Capabilities []string
}

// A Tag says how JSON calls a field, where that is not its name in lower case.
type Tag struct{ Field, JSON string }

// A Decoded is where a function reads text, or values of any type, into a struct or a map.
type Decoded struct {
	Block int32
	From  Place
	Type  string // a struct of the program's, or MapType; "" if others say what it is
	At    Place
}

// A Schema is what describes values of a struct type, made of the type.
type Schema struct {
	At   Place
	Type string
}

// Asked is what a function reads of the parameters of a call to an MCP server if they are
// a map.
type Asked struct {
	Pos        graph.Pos
	Name, Args Place
}

// offers notes the types that tell of tools.
func (s *scanner) offers() {
	for _, f := range s.Parts.Forms {
		if f.Part != protocol.Offer || f.Side == protocol.Server && !s.isOwn(f.Type) {
			continue
		}
		holder := f.Type
		if n := len(f.Name); n > 1 {
			holder = f.Name[n-2].Type()
		}
		st, name := elemStruct(holder)
		if st == nil {
			continue
		}
		o := Offer{Type: name, From: f.Protocol, Server: f.Side == protocol.Server, Name: FieldName(name, f.Name[len(f.Name)-1].Name())}
		for i := range st.NumFields() {
			field := FieldName(name, st.Field(i).Name())
			switch protocol.OfferPart(jsonName(st, i)) {
			case protocol.OfferDescription:
				o.Description = field
			case protocol.OfferSchema:
				o.Schema = field
			case protocol.OfferHints:
				o.Hints = field
			}
		}
		if !slices.Contains(s.g.Offers, o) {
			s.g.Offers = append(s.g.Offers, o)
		}
	}
}

// jsonName returns the name that JSON has for a field.
func jsonName(st *types.Struct, i int) string {
	name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
	return cmp.Or(name, strings.ToLower(st.Field(i).Name()))
}

// tags notes the tags of a struct type that says something in JSON.
func (s *scanner) tags(st *types.Struct, name string) {
	if s.known["tags "+name] {
		return
	}
	s.known["tags "+name] = true
	for i := range st.NumFields() {
		if tag := jsonName(st, i); tag != "-" && tag != strings.ToLower(st.Field(i).Name()) {
			s.g.Tags = append(s.g.Tags, Tag{FieldName(name, st.Field(i).Name()), tag})
		}
	}
}

// args notes the fields of a struct type that arguments are of, and returns its name, "" if
// it is none, or one of a library.
func (s *scanner) args(t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, name := StructOf(t)
	if st == nil || !s.isOwn(t) {
		return ""
	}
	if !s.known["args "+name] {
		s.known["args "+name] = true
		d := new(annotation.Set).Describe(t, s.pos)
		s.g.Args = append(s.g.Args, Args{name, d.Params, d.Capabilities})
	}
	return name
}

// decoded notes what a library function reads into a struct or a map.
func (b *body) decoded(fn *types.Func, out *Call, c *ssa.CallCommon) {
	if !isDecoder(fn) {
		return
	}
	for i, arg := range c.Args {
		name, known := b.target(arg)
		if !known {
			continue
		}
		for j, from := range out.Args {
			if j != i && from != NoPlace {
				b.f.Decodes = append(b.f.Decodes, Decoded{out.Block, from, name, out.Args[i]})
			}
		}
	}
}

// target returns the type of that of which a decoder gets the address: see Decoded.
func (b *body) target(arg ssa.Value) (name string, known bool) {
	m, ok := arg.(*ssa.MakeInterface)
	if !ok {
		i, ok := arg.Type().Underlying().(*types.Interface)
		return "", ok && i.NumMethods() == 0
	}
	p, ok := m.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return "", false
	}
	if _, isMap := p.Elem().Underlying().(*types.Map); isMap {
		return MapType, true
	}
	name = b.args(m.X.Type())
	return name, name != ""
}

// schema notes a call that may return the schema of a struct type: one with the type as a
// type argument, and one that says so and is given a value of the type.
func (b *body) schema(c *ssa.CallCommon, results []Place) {
	callee := c.StaticCallee()
	if callee == nil || len(results) == 0 || results[0] == NoPlace {
		return
	}
	of := callee.TypeArgs()
	if says := strings.ToLower(callee.Name()); strings.Contains(says, "schema") || strings.Contains(says, "reflect") {
		for _, arg := range c.Args {
			if m, ok := arg.(*ssa.MakeInterface); ok {
				of = append(slices.Clone(of), m.X.Type())
			}
		}
	}
	for _, t := range of {
		if name := b.args(t); name != "" {
			b.f.Schemas = append(b.f.Schemas, Schema{results[0], name})
		}
	}
}

// hint returns the place of what a program says by a field, or a key, that is a hint: true or
// false, as a text.
func (b *body) hint(name string, v ssa.Value) Place {
	if !strings.HasSuffix(strings.Trim(name, `"`), "Hint") {
		return NoPlace
	}
	says, ok := isTrue(v)
	if !ok {
		return NoPlace
	}
	p := b.local()
	b.f.Texts = append(b.f.Texts, Text{At: p, Text: strconv.FormatBool(says)})
	return p
}

// isTrue returns a truth value, or the one to which a variable or a function that is given it
// makes a pointer; ok says that it is known.
func isTrue(v ssa.Value) (says, ok bool) {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Bool {
			return constant.BoolVal(v.Value), true
		}
	case *ssa.MakeInterface:
		return isTrue(v.X)
	case *ssa.Call:
		if len(v.Call.Args) == 1 {
			return isTrue(v.Call.Args[0])
		}
	case *ssa.Alloc:
		return stored(v)
	}
	return false, false
}

// stored returns the truth value of a variable that is set once.
func stored(v *ssa.Alloc) (says, ok bool) {
	n := 0
	for _, ref := range *v.Referrers() {
		if st, isStore := ref.(*ssa.Store); isStore && st.Addr == v {
			says, ok = isTrue(st.Val)
			n++
		}
	}
	return says, ok && n == 1
}

// wraps reports whether a library function makes a pointer to a text, or something like it, as
// clients have them for what may be left out, or the text of such a pointer.
func wraps(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Params().Len() != 1 || sig.Results().Len() != 1 || sig.Recv() != nil {
		return false
	}
	if p, ok := sig.Params().At(0).Type().(*types.Pointer); ok && types.Identical(p.Elem(), sig.Results().At(0).Type()) {
		return isText(p.Elem()) || types.IsInterface(p.Elem()) // of any type
	}
	switch fn.Name() {
	case "String", "StringPtr", "F", "Ptr", "NewOpt", "Pointer", "Of", "ToPtr", "Raw", "NewLazyDocument":
		return true
	}
	return false
}

// pairs notes where both the name and the arguments are read of one map.
func (b *body) pairs() {
	for _, name := range b.keyed {
		if key(name) != "name" {
			continue
		}
		for _, args := range b.keyed {
			if key(args) == "arguments" && alike(name.X, args.X) {
				b.f.Asked = append(b.f.Asked, Asked{b.pos(name.Pos()), b.at(name), b.at(args)})
				break
			}
		}
	}
}

func key(l *ssa.Lookup) string { return wordOf(l.Index) }

// asked drops what was taken for the call of a client where the package does not know the
// word for it.
func (s *scanner) asked() {
	for _, f := range s.g.Funcs {
		if slices.ContainsFunc(f.Texts, func(t Text) bool { return t.Text == protocol.CallMethod }) {
			return
		}
	}
	for _, f := range s.g.Funcs {
		f.Asked = nil
	}
}
