package trial

// This file calls functions of the standard library that do nothing but to return something.

import (
	"bytes"
	"errors"
	"fmt"
	"go/types"
	"reflect"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/pure"
)

// natives are functions that are called beside those of package pure, by the names that go/ssa gives them: they have objects or functions among
// their arguments or results.
var natives = map[string]any{
	"errors.New": errors.New, "fmt.Errorf": fmt.Errorf, "fmt.Sprint": fmt.Sprint, "fmt.Sprintf": fmt.Sprintf, "fmt.Sprintln": fmt.Sprintln,

	"strings.ContainsFunc": strings.ContainsFunc, "strings.FieldsFunc": strings.FieldsFunc, "strings.IndexFunc": strings.IndexFunc,
	"strings.Map": strings.Map, "strings.NewReplacer": strings.NewReplacer, "strings.TrimFunc": strings.TrimFunc,
	"strings.TrimLeftFunc": strings.TrimLeftFunc, "strings.TrimRightFunc": strings.TrimRightFunc,
	"(*strings.Replacer).Replace": (*strings.Replacer).Replace,

	"(*strings.Builder).Len": (*strings.Builder).Len, "(*strings.Builder).Reset": (*strings.Builder).Reset,
	"(*strings.Builder).Grow": func(*strings.Builder, int) {}, "(*strings.Builder).String": (*strings.Builder).String,
	"(*strings.Builder).WriteByte": (*strings.Builder).WriteByte, "(*strings.Builder).WriteRune": (*strings.Builder).WriteRune,
	"(*strings.Builder).WriteString": (*strings.Builder).WriteString, "(*bytes.Buffer).Len": (*bytes.Buffer).Len,
	"(*bytes.Buffer).Reset": (*bytes.Buffer).Reset, "(*bytes.Buffer).String": (*bytes.Buffer).String,
	"(*bytes.Buffer).WriteByte": (*bytes.Buffer).WriteByte, "(*bytes.Buffer).WriteRune": (*bytes.Buffer).WriteRune,
	"(*bytes.Buffer).WriteString": (*bytes.Buffer).WriteString,

	"regexp.Compile": regexp.Compile, "regexp.MatchString": regexp.MatchString, "regexp.QuoteMeta": regexp.QuoteMeta,
	"(*regexp.Regexp).FindAllString": (*regexp.Regexp).FindAllString, "(*regexp.Regexp).FindString": (*regexp.Regexp).FindString,
	"(*regexp.Regexp).FindStringIndex":         (*regexp.Regexp).FindStringIndex,
	"(*regexp.Regexp).FindStringSubmatch":      (*regexp.Regexp).FindStringSubmatch,
	"(*regexp.Regexp).MatchString":             (*regexp.Regexp).MatchString,
	"(*regexp.Regexp).ReplaceAllLiteralString": (*regexp.Regexp).ReplaceAllLiteralString,
	"(*regexp.Regexp).ReplaceAllString":        (*regexp.Regexp).ReplaceAllString, "(*regexp.Regexp).Split": (*regexp.Regexp).Split,
	"(*regexp.Regexp).String": (*regexp.Regexp).String,
}

// compiled is regexp.MustCompile, which objects call again each time that they are made.
func (r *Runner) compiled(pattern value) value {
	text, ok := pattern.(string)
	if !ok {
		return unknown{}
	}
	re := r.patterns[text]
	if re == nil {
		var err error
		if re, err = regexp.Compile(text); err != nil {
			panic(stuck{})
		}
		if r.patterns == nil {
			r.patterns = make(map[string]*regexp.Regexp)
		}
		r.patterns[text] = re
	}
	return re
}

// newNative returns a zero value of a struct type of which methods are called, nil for others.
func newNative(t types.Type) value {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	switch named.Obj().Pkg().Path() + "." + named.Obj().Name() {
	case "strings.Builder":
		return new(strings.Builder)
	case "bytes.Buffer":
		return new(bytes.Buffer)
	}
	return nil
}

// native returns what a function of the standard library returns; ok is false for others. If it is not known, the run ends.
func (f *run) native(fn *ssa.Function, args []value) (out value, ok bool) {
	origin := fn
	if fn.Origin() != nil {
		origin = fn.Origin()
	}
	name := origin.String()
	if out, ok = f.ofList(name, args); ok {
		return out, true
	}
	switch name {
	case "encoding/json.Unmarshal":
		return f.decoded(args), true
	case "regexp.MustCompile":
		return f.compiled(args[0]), true
	}
	known := natives[name]
	if known == nil {
		known = pure.Functions[name]
	}
	if known == nil {
		return nil, false
	}
	call := reflect.ValueOf(known)
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.New(call.Type().In(i)).Elem()
		if !isKnown(a) {
			return resultsUnknown(call.Type()), true
		}
		if !f.toGo(a, in[i]) {
			panic(stuck{})
		}
	}
	defer func() {
		if e := recover(); e != nil { // of what the program gives it, as of an index out of range
			panic(stuck{})
		}
	}()
	var got []reflect.Value
	if call.Type().IsVariadic() {
		got = call.CallSlice(in)
	} else {
		got = call.Call(in)
	}
	results := make(tuple, len(got))
	for i, r := range got {
		results[i] = fromGo(r)
	}
	if len(results) == 1 {
		return results[0], true
	}
	return results, true
}

func resultsUnknown(t reflect.Type) value {
	if t.NumOut() == 1 {
		return unknown{}
	}
	out := make(tuple, t.NumOut())
	for i := range out {
		out[i] = unknown{}
	}
	return out
}

// ofList runs functions that go through a list of anything; ok is false for others.
func (f *run) ofList(name string, args []value) (out value, ok bool) {
	switch name {
	case "slices.Contains", "slices.Index", "slices.ContainsFunc", "slices.IndexFunc":
	default:
		return nil, false
	}
	elems, isList := args[0].(list)
	if !isList {
		return unknown{}, true
	}
	at := int64(-1)
	for i, c := range elems {
		var is, known bool
		if fn, isFunc := args[1].(*closure); isFunc && fn != nil && strings.HasSuffix(name, "Func") {
			is, known = f.apply(fn.fn, []value{c.v}, fn.bound).(bool)
		} else {
			is, known = equal(c.v, args[1])
		}
		if !known {
			return unknown{}, true
		}
		if is {
			at = int64(i)
			break
		}
	}
	if strings.HasPrefix(name, "slices.Contains") {
		return at >= 0, true
	}
	return at, true
}

// decoded decodes the arguments of a tool into a struct, in which all texts are what each of them is, or into a map.
func (f *run) decoded(args []value) value {
	from, isArguments := args[0].(arguments)
	into, isBoxed := args[1].(boxed)
	if !isArguments || !isBoxed || into.typ == nil {
		panic(stuck{})
	}
	pointer, isPointer := into.typ.Underlying().(*types.Pointer)
	c, ok := into.v.(*cell)
	if !isPointer || !ok || c == nil {
		panic(stuck{})
	}
	switch t := pointer.Elem().Underlying().(type) {
	case *types.Map:
		c.v = from
	case *types.Struct:
		r, isRecord := c.v.(record)
		if !isRecord {
			panic(stuck{})
		}
		for i := range t.NumFields() {
			if b, isBasic := t.Field(i).Type().Underlying().(*types.Basic); isBasic && b.Info()&types.IsString != 0 {
				r[i].v = string(from)
			}
		}
	default:
		panic(stuck{})
	}
	return boxed{}
}

// toGo sets out to a value, and reports whether that is possible.
func (f *run) toGo(v value, out reflect.Value) bool {
	switch out.Kind() {
	case reflect.String:
		s, ok := v.(string)
		out.SetString(s)
		return ok
	case reflect.Bool:
		b, ok := v.(bool)
		out.SetBool(b)
		return ok
	case reflect.Slice:
		elems, ok := v.(list)
		out.Set(reflect.MakeSlice(out.Type(), len(elems), len(elems)))
		for i, c := range elems {
			ok = ok && f.toGo(c.v, out.Index(i))
		}
		return ok
	case reflect.Func:
		cl, ok := v.(*closure)
		if !ok || cl == nil {
			return false
		}
		out.Set(reflect.MakeFunc(out.Type(), func(in []reflect.Value) []reflect.Value {
			args := make([]value, len(in))
			for i, a := range in {
				args[i] = fromGo(a)
			}
			result := reflect.New(out.Type().Out(0)).Elem()
			if !f.toGo(f.apply(cl.fn, args, cl.bound), result) {
				panic(stuck{})
			}
			return []reflect.Value{result}
		}))
		return true
	case reflect.Interface: // what is printed
		b, ok := v.(boxed)
		if !ok {
			return false
		}
		switch x := b.v.(type) {
		case string, bool, int64:
			if _, isBasic := b.typ.(*types.Basic); isBasic { // others may have a method String
				out.Set(reflect.ValueOf(x))
				return true
			}
		case failure:
			out.Set(reflect.ValueOf(errors.New(x.text)))
			return true
		}
		return false
	case reflect.Pointer:
		if c, ok := v.(*cell); ok && c != nil {
			v = c.v
		}
		p := reflect.ValueOf(v)
		if v == nil || p.Type() != out.Type() {
			return false
		}
		out.Set(p)
		return true
	}
	n, ok := v.(int64)
	switch {
	case ok && out.CanInt() && !out.OverflowInt(n):
		out.SetInt(n)
	case ok && out.CanUint() && n >= 0 && !out.OverflowUint(uint64(n)):
		out.SetUint(uint64(n))
	default:
		return false
	}
	return true
}

// errorType is the type of errors that functions of the standard library return.
var errorType = types.NewPointer(types.NewNamed(types.NewTypeName(0, nil, "failure", nil), types.NewStruct(nil, nil), nil))

// fromGo returns the value of a result.
func fromGo(v reflect.Value) value {
	switch x := v.Interface().(type) {
	case nil:
		return boxed{} // an error that is nil
	case error:
		return boxed{errorType, failure{x.Error()}}
	case string:
		return x
	case bool:
		return x
	}
	switch {
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return int64(v.Uint())
	case v.Kind() == reflect.Slice:
		if v.IsNil() {
			return list(nil)
		}
		out := make(list, v.Len())
		for i := range out {
			out[i] = &cell{fromGo(v.Index(i))}
		}
		return out
	case v.Kind() == reflect.Pointer && v.IsNil():
		return (*cell)(nil)
	}
	return v.Interface()
}
