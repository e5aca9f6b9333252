package annotation

// This file reads the fields of a type as encoding/json and the schema
// libraries of the frameworks see them.

import (
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// A Type is what a type of arguments or results says of its tool.
type Type struct {
	Name         string // with full package paths
	Params       []graph.Param
	Capabilities []string
	// Problems are tags that cannot be read, at their fields.
	Problems []Problem
}

// A Problem is a tag that cannot be read.
type Problem struct {
	Pos     graph.Pos
	Message string
}

// Annotated reports whether the type says anything beyond its fields.
func (t *Type) Annotated() bool {
	return len(t.Capabilities) > 0 || len(t.Problems) > 0 ||
		slices.ContainsFunc(t.Params, func(p graph.Param) bool { return p.Annotated() })
}

// What one type may hold. A type that exceeds a limit has a Problem that says so.
const (
	maxDepth  = 12  // structs within structs
	maxParams = 512 // fields
)

// Describe returns the fields of a type of the package, or of one that it uses: those of a struct, and of structs that it
// reaches through fields, embedding, pointers, slices, arrays and maps. A type
// within itself, a type that marshals itself and an interface have no fields.
// Positions are of the fields, by at.
func (s *Set) Describe(t types.Type, at func(token.Pos) graph.Pos) *Type {
	d := &describer{own: s, at: at, out: &Type{Name: types.TypeString(types.Unalias(t), (*types.Package).Path)}}
	d.value("", "", t, 0)
	slices.Sort(d.out.Capabilities)
	d.out.Capabilities = slices.Compact(d.out.Capabilities)
	return d.out
}

type describer struct {
	own   *Set
	at    func(token.Pos) graph.Pos
	out   *Type
	stack []types.Type // the named types around the field at hand
	full  bool
}

// value reads what a value of type t holds at a path.
func (d *describer) value(path, field string, t types.Type, depth int) {
	if MarshalsItself(t) {
		return
	}
	if _, isNamed := types.Unalias(t).(*types.Named); isNamed {
		if d.within(t) { // also a list of such lists
			return
		}
		d.stack = append(d.stack, t)
		defer func() { d.stack = d.stack[:len(d.stack)-1] }()
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Pointer:
		d.value(path, field, u.Elem(), depth)
	case *types.Slice:
		d.value(path+"[]", field, u.Elem(), depth)
	case *types.Array:
		d.value(path+"[]", field, u.Elem(), depth)
	case *types.Map:
		d.value(path+"{}", field, u.Elem(), depth)
	case *types.Struct:
		d.fields(path, field, u, depth)
	}
}

// within reports whether a type is one of those around the field at hand.
func (d *describer) within(t types.Type) bool {
	return slices.ContainsFunc(d.stack, func(outer types.Type) bool { return types.Identical(outer, t) })
}

// fields reads the fields of one struct.
func (d *describer) fields(path, field string, s *types.Struct, depth int) {
	for i := range s.NumFields() {
		d.field(path, field, s, i, depth)
	}
}

func (d *describer) field(path, field string, s *types.Struct, index, depth int) {
	v, tag := s.Field(index), s.Tag(index)
	pos := d.at(v.Pos())
	f, errs := d.own.parseTag(tag)
	for _, err := range errs {
		d.out.Problems = append(d.out.Problems, Problem{pos, err.Message})
	}
	d.out.Capabilities = append(d.out.Capabilities, f.Capabilities...)
	name, promoted, ok := JSONName(s, index)
	switch {
	case promoted:
		d.value(path, field, v.Type(), depth)
		return
	case !ok:
		return
	}
	_, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	if depth >= maxDepth || len(d.out.Params) >= maxParams {
		d.overflow(pos)
		return
	}
	p := graph.Param{
		Path: join(path, name), Field: join(field, v.Name()), Type: types.TypeString(v.Type(), (*types.Package).Path),
		Takes: takes(v.Type(), hasOption(options, "string"), maxDepth), Enum: enum(tag), Optional: hasOption(options, "omitempty") || hasOption(options, "omitzero"),
		Description: description(tag), Schema: schemaWords(tag),
		Sink: f.Sink, Sources: f.Sources, Bounds: f.Bounds, Confine: f.Confine, Pos: pos,
	}
	d.out.Params = append(d.out.Params, p)
	d.value(p.Path, p.Field, v.Type(), depth+1)
}

// JSONName returns the name that encoding/json gives to a field of a struct. The fields of one that is promoted count as those
// of the struct; ok is false for one that has neither a name nor promoted fields.
func JSONName(s *types.Struct, index int) (name string, promoted, ok bool) {
	v := s.Field(index)
	name, _, _ = strings.Cut(reflect.StructTag(s.Tag(index)).Get("json"), ",")
	switch {
	case name == "-":
		return "", false, false
	case v.Embedded() && name == "" && isStruct(v.Type()):
		return "", true, true
	case !v.Exported():
		return "", false, false
	case name == "":
		name = v.Name()
	}
	return name, false, true
}

// overflow notes, once, that the type has more than is read.
func (d *describer) overflow(pos graph.Pos) {
	if !d.full {
		d.full = true
		d.out.Problems = append(d.out.Problems, Problem{pos, "the type " + d.out.Name + " has too many fields to read"})
	}
}

func hasOption(options, word string) bool { return slices.Contains(strings.Split(options, ","), word) }

// takes returns what JSON value a field of type t takes: see graph.Param. A number or a truth value
// that is quoted stands in a string.
func takes(t types.Type, quoted bool, depth int) string {
	if MarshalsItself(t) || depth == 0 { // a list may be one of such lists
		return ""
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Pointer:
		return takes(u.Elem(), quoted, depth-1)
	case *types.Slice:
		if elem, ok := types.Unalias(u.Elem()).Underlying().(*types.Basic); ok && elem.Kind() == types.Uint8 && !MarshalsItself(u.Elem()) {
			return "string" // in base64
		}
		return "[]" + takes(u.Elem(), false, depth-1)
	case *types.Array:
		return "[]" + takes(u.Elem(), false, depth-1)
	case *types.Map:
		return "{}" + takes(u.Elem(), false, depth-1)
	case *types.Struct:
		return "object"
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsString != 0, quoted && info&(types.IsBoolean|types.IsNumeric) != 0:
			return "string"
		case info&types.IsBoolean != 0:
			return "boolean"
		case info&(types.IsInteger|types.IsFloat) != 0:
			return types.Typ[u.Kind()].Name() // byte is uint8
		}
	}
	return ""
}

// enum returns the values of a field that its tag jsonschema names, which libraries for JSON schemas read:
// jsonschema:"enum=red,enum=blue".
func enum(tag string) (values []string) {
	text := strings.ReplaceAll(reflect.StructTag(tag).Get("jsonschema"), `\,`, "\x00") // a comma in a value
	for option := range strings.SplitSeq(text, ",") {
		if value, ok := strings.CutPrefix(option, "enum="); ok {
			values = append(values, strings.ReplaceAll(value, "\x00", ","))
		}
	}
	return values
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func isStruct(t types.Type) bool {
	if ptr, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	_, ok := types.Unalias(t).Underlying().(*types.Struct)
	return ok
}

// marshalsItself reports whether encoding/json asks the type for its form, as it
// asks time.Time: then the fields are not what a model sees.
func MarshalsItself(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	for _, method := range []string{"UnmarshalJSON", "UnmarshalText", "MarshalJSON", "MarshalText"} {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, named.Obj().Pkg(), method)
		if _, isFunc := obj.(*types.Func); isFunc {
			return true
		}
	}
	return false
}
