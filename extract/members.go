package extract

// This file says what encoding/json makes of structs of the package.

import (
	"go/types"
	"reflect"
	"strings"
)

// Members implements assembly.Package. A number is one of these types themselves: others may encode themselves in their own
// way. A member that is left out if it is zero, that is a text, or whose name another one may have, is not there.
func (p *program) Members(typ string) map[string]string {
	named := p.structOf(typ)
	if named == nil || encodesItself(named) {
		return nil
	}
	str := named.Underlying().(*types.Struct)
	out, times := make(map[string]string), make(map[string]int)
	for i := range str.NumFields() {
		f := str.Field(i)
		if f.Embedded() {
			return nil
		}
		tag := reflect.StructTag(str.Tag(i)).Get("json")
		name, options, _ := strings.Cut(tag, ",")
		if !f.Exported() || tag == "-" {
			continue
		}
		if name == "" {
			name = f.Name()
		}
		times[strings.ToLower(name)]++
		basic, ok := types.Unalias(f.Type()).(*types.Basic)
		if ok && options == "" && (basic.Info()&types.IsInteger != 0 || basic.Kind() == types.Float64) && isPlain(name) {
			out[f.Name()] = name
		}
	}
	for field, name := range out {
		if times[strings.ToLower(name)] > 1 {
			delete(out, field)
		}
	}
	return out
}

// encodesItself reports whether a type has a method by which encoding/json or encoding writes it.
func encodesItself(t types.Type) bool {
	set := types.NewMethodSet(types.NewPointer(t))
	for _, name := range []string{"MarshalJSON", "MarshalText", "MarshalJSONTo"} {
		if set.Lookup(nil, name) != nil {
			return true
		}
	}
	return false
}

// isPlain reports whether encoding/json takes a name from a tag, and paths of arguments have it as it is.
func isPlain(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || '9' < r) && (r < 'a' || 'z' < r) && (r < 'A' || 'Z' < r)
	})
}
