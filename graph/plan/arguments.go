package plan

// This file compares the arguments of a call with those of its tool.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// arguments checks those of one call.
type arguments struct {
	*checker
	step  *Step
	tool  *graph.Tool
	facts map[string][]fact
	all   bool // the arguments of the tool are known, and which may be left out
}

// hasFields reports whether the arguments of t are the fields of a struct.
func hasFields(t *graph.Tool) bool {
	return slices.ContainsFunc(t.Params, func(p graph.Param) bool { return p.Field != "" })
}

func (a *arguments) problem(k Kind, v verdict.Verdict, pos graph.Pos, path string) *Problem {
	a.add(Problem{Kind: k, Verdict: v, Step: a.step, Pos: pos, Name: path, Tool: a.tool, Param: a.tool.Param(path)})
	return &a.list[len(a.list)-1]
}

// object checks the entries of an object, whose paths begin with prefix; at is its place.
func (a *arguments) object(prefix string, fields []Field, at graph.Pos) {
	given := make(map[string]bool)
	for i := range fields {
		f := &fields[i]
		path := prefix + f.Name
		given[path] = true
		p := a.tool.Param(path)
		switch {
		case p != nil && !strings.ContainsAny(f.Name, ".[]{}"): // else the path is that of something within
			a.value(path, &f.Value, takes(p))
			a.bounds(p, &f.Value)
			a.values(p, &f.Value)
		case a.all:
			a.problem(Extra, verdict.Violated, f.Pos, path).Names = a.children(prefix)
		default:
			extra := a.problem(Extra, verdict.Unknown, f.Pos, path)
			extra.Names = a.children(prefix)
		}
	}
	for i := range a.tool.Params {
		p := &a.tool.Params[i]
		if given[p.Path] || !isChild(prefix, p.Path) {
			continue
		}
		switch {
		case p.Field != "" && !p.Optional:
			a.problem(Missing, verdict.Violated, at, p.Path).Want = p.Type
		case len(p.Bounds) > 0:
			a.problem(OutOfBound, verdict.Unknown, at, p.Path).Want = limits(p)
		}
	}
}

// children returns the names that an object may have, as far as they are known.
func (a *arguments) children(prefix string) (names []string) {
	for i := range a.tool.Params {
		if path := a.tool.Params[i].Path; isChild(prefix, path) {
			names = append(names, path)
		}
	}
	return names
}

// isChild reports whether a path is that of an entry of the object with a prefix.
func isChild(prefix, path string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && rest != "" && !strings.ContainsAny(rest, ".[{")
}

// takes returns what JSON values p takes: as graph.Param.Takes, or the types of a schema, with | between
// them; "" for any, or if it is not known.
func takes(p *graph.Param) string {
	switch {
	case p.Takes != "":
		return p.Takes
	case p.Field == "":
		return p.Type
	}
	if _, _, isNumber := numberType(p.Type); isNumber || p.Type == "string" {
		return p.Type // of a registry that says no more
	}
	return ""
}

// value checks one value. Of a reference, the type is not known.
func (a *arguments) value(path string, v *Value, want string) {
	if v.Kind == Ref || want == "" {
		return
	}
	list, isList := strings.CutPrefix(want, "[]")
	entries, isMap := strings.CutPrefix(want, "{}")
	switch {
	case isList && v.Kind == List:
		for i := range v.Elems {
			a.value(path+"[]", &v.Elems[i], list)
		}
	case isMap && v.Kind == Object:
		for i := range v.Fields {
			a.value(path+"{}", &v.Fields[i].Value, entries)
		}
	case isList || isMap || !fits(v, want):
		wrong := a.problem(WrongType, verdict.Violated, v.Pos, path)
		wrong.Want, wrong.Got = want, got(v)
	case v.Kind == Object && a.hasWithin(path+"."):
		a.object(path+".", v.Fields, v.Pos)
	case v.Kind == Object && len(v.Fields) > 0:
		a.problem(Unchecked, verdict.Unknown, v.Pos, path)
	case v.Kind == List: // of a schema
		for i := range v.Elems {
			if e := &v.Elems[i]; e.Kind == Object && a.hasWithin(path+"[].") {
				a.object(path+"[].", e.Fields, e.Pos)
			}
		}
	}
}

// values compares an argument with the only values that it takes.
func (a *arguments) values(p *graph.Param, v *Value) {
	if len(p.Enum) == 0 {
		return
	}
	want := strings.TrimLeft(takes(p), "[]{}")
	for _, leaf := range v.Leaves(p.Path) {
		if leaf.Kind == Ref || want != "" && !fits(leaf, want) {
			continue // what it is is not known, or it is of the wrong type
		}
		if !slices.ContainsFunc(p.Enum, func(one string) bool { return isValue(leaf, one) }) {
			wrong := a.problem(WrongType, verdict.Violated, leaf.Pos, p.Path)
			wrong.Want, wrong.Got = "one of "+p.Values(), strconv.Quote(leaf.Text)
		}
	}
}

// isValue reports whether v is a value, as a tag writes it.
func isValue(v *Value, one string) bool {
	if v.Kind == Number {
		x, y := exact(v.Text), exact(one)
		return x != nil && y != nil && x.Cmp(y) == 0
	}
	return v.Text == one
}

// hasWithin reports whether a parameter lies behind a prefix.
func (a *arguments) hasWithin(prefix string) bool {
	return slices.ContainsFunc(a.tool.Params, func(p graph.Param) bool { return strings.HasPrefix(p.Path, prefix) })
}

func got(v *Value) string {
	if v.Kind == Number || v.Kind == Bool {
		return v.Text
	}
	return v.Kind.String()
}

// fits reports whether a value, which is no reference, is one of a type that takes returns.
func fits(v *Value, want string) bool {
	return slices.ContainsFunc(strings.Split(want, "|"), func(typ string) bool { return fitsOne(v, typ) })
}

func fitsOne(v *Value, typ string) bool {
	switch typ {
	case "string":
		return v.Kind == Text
	case "boolean":
		return v.Kind == Bool
	case "object":
		return v.Kind == Object
	case "array":
		return v.Kind == List
	case "number":
		return v.Kind == Number
	case "null":
		return false
	case "integer":
		r := exact(v.Text)
		return v.Kind == Number && (r == nil || r.IsInt())
	}
	kind, bits, ok := numberType(typ)
	if !ok {
		return true // a word of a schema that is none of ours
	}
	if v.Kind != Number {
		return false
	}
	var err error
	switch kind { // as encoding/json reads it
	case "int":
		_, err = strconv.ParseInt(v.Text, 10, bits)
	case "uint":
		_, err = strconv.ParseUint(v.Text, 10, bits)
	default:
		_, err = strconv.ParseFloat(v.Text, bits)
	}
	return err == nil
}

// numberType takes a number type of Go apart. An int has 64 bits: the program runs elsewhere.
func numberType(typ string) (kind string, bits int, ok bool) {
	if typ == "uintptr" {
		typ = "uint"
	}
	kind = strings.TrimRight(typ, "0123456789")
	bits = 64
	if size := typ[len(kind):]; size != "" {
		bits, _ = strconv.Atoi(size)
	}
	return kind, bits, kind == "int" || kind == "uint" || kind == "float"
}

// MatchPath reports whether a path in a value, as Leaves yields it, is the path of a parameter, lies within what
// that holds, or has it within. Names are compared as encoding/json does, regardless of case.
func MatchPath(param, path string) bool {
	p, q := parts(param), parts(path)
	for i := range min(len(p), len(q)) {
		if p[i] != q[i] && !(p[i] == "{}" && strings.HasPrefix(q[i], ".")) {
			return false
		}
	}
	return true
}

// parts returns the parts of a path: ".to", "[]", "{}". A key in quotes is one part, whatever stands in it.
func parts(path string) (list []string) {
	if path != "" && !strings.HasPrefix(path, "[") && !strings.HasPrefix(path, "{") {
		path = "." + path
	}
	for path != "" {
		n := 2
		if key, dot := strings.CutPrefix(path, "."); dot {
			n = strings.IndexAny(key, ".[{")
			if quoted, err := strconv.QuotedPrefix(key); err == nil {
				n = len(quoted)
			}
			if n++; n == 0 {
				n = len(path)
			}
		}
		n = min(n, len(path))
		list, path = append(list, dfa.FoldKey(path[:n])), path[n:]
	}
	return list
}
