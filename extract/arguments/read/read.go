// Package read follows the arguments of tools through the functions of a package: see package arguments.
package read

// This file follows arguments through functions.

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// Package returns what functions of a package do with parameters that may hold arguments.
func Package(path string, fset *token.FileSet, funcs []*ssa.Function) *arguments.Kept {
	k := &arguments.Kept{Package: path, Funcs: make(map[string]*arguments.Func)}
	for _, fn := range funcs {
		f := &arguments.Func{Pos: position(fset, fn.Pos())}
		for i, p := range fn.Params {
			kind := kindOf(p.Type())
			if kind == "" {
				continue
			}
			t := &tracer{fset: fset, fn: fn, seen: make(map[place]bool), out: new(arguments.Taken)}
			t.follow(p, kind)
			taken := t.sorted()
			if kind == arguments.Struct && taken.Lost != nil {
				taken = arguments.Taken{Lost: taken.Lost}
			}
			if kind != arguments.Text || says(&taken) {
				f.Params = append(f.Params, arguments.Param{Index: i, Kind: kind, Taken: taken})
			}
		}
		if len(f.Params) > 0 {
			k.Funcs[funcid.Of(fn)] = f
		}
	}
	return k
}

// says reports whether anything is known of what was taken from a value that is most likely no JSON with arguments.
func says(t *arguments.Taken) bool {
	return (t.Lost == nil || len(t.Uses) > 0) && len(t.Uses)+len(t.Named)+len(t.Passed)+len(t.Returned)+len(t.Into) > 0
}

// A place is a value that holds arguments in some form.
type place struct {
	value ssa.Value
	kind  arguments.Kind
}

// A tracer follows arguments from one value.
type tracer struct {
	fset  *token.FileSet
	fn    *ssa.Function // with the literals in it
	seen  map[place]bool
	loose bool // numbers of JSON are kept as texts
	// enveloped: what is followed is a message with the arguments in it.
	enveloped bool
	// filled is the call that decodes the arguments into what is followed, nil for none.
	filled ssa.Instruction
	out    *arguments.Taken
}

// sorted returns what was found, in order.
func (t *tracer) sorted() arguments.Taken {
	out := *t.out
	if t.loose {
		for i := range out.Uses {
			out.Uses[i].Takes, out.Uses[i].As = nil, ""
		}
		for i := range out.Named {
			out.Named[i].Use.Takes, out.Named[i].Use.As = nil, ""
		}
	}
	if t.enveloped {
		out.Dispatches = out.Dispatches || slices.ContainsFunc(out.Uses, func(u arguments.Use) bool { return u.Name == "name" })
		out.Uses = slices.DeleteFunc(slices.Clone(out.Uses), func(u arguments.Use) bool { return slices.Contains(envelope, u.Name) })
	}
	slices.SortStableFunc(out.Uses, func(a, b arguments.Use) int { return cmp.Or(strings.Compare(a.Name, b.Name), a.Pos.Compare(b.Pos)) })
	slices.SortStableFunc(out.Passed, func(a, b arguments.Passed) int { return a.Pos.Compare(b.Pos) })
	slices.Sort(out.Set)
	out.Set = slices.Compact(out.Set)
	slices.Sort(out.Returned)
	out.Returned = slices.Compact(out.Returned)
	slices.Sort(out.Into)
	out.Into = slices.Compact(out.Into)
	return out
}

func (t *tracer) pos(i ssa.Instruction) graph.Pos { return position(t.fset, i.Pos()) }

func position(fset *token.FileSet, pos token.Pos) graph.Pos {
	p := fset.Position(pos)
	return graph.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}

// lose notes that arguments go to what is not followed. The first such place counts.
func (t *tracer) lose(at ssa.Instruction, to string, next bool) {
	l := &arguments.Lost{Pos: t.pos(at), To: to, Next: next}
	if t.out.Lost == nil || l.Next && !t.out.Lost.Next || l.Next == t.out.Lost.Next && l.Pos.Compare(t.out.Lost.Pos) < 0 {
		t.out.Lost = l
	}
}

// follow looks at all that is done with a value that holds arguments, or has their address.
func (t *tracer) follow(v ssa.Value, kind arguments.Kind) {
	if t.seen[place{v, kind}] || v.Referrers() == nil {
		return
	}
	t.seen[place{v, kind}] = true
	for _, ref := range *v.Referrers() {
		t.use(ref, v, kind)
	}
}

// use is a switch over instructions, hence its length.
func (t *tracer) use(at ssa.Instruction, v ssa.Value, kind arguments.Kind) {
	if at == t.filled && at != nil {
		return
	}
	switch at := at.(type) {
	case *ssa.DebugRef, *ssa.If:
	case *ssa.BinOp:
		if at.Op == token.ADD {
			t.lose(at, "a text that is made of it", false)
		}
	case *ssa.IndexAddr:
		if !isListed(at) {
			t.lose(at, "a part of it", false)
		}
	case *ssa.UnOp:
		if at.Op == token.MUL {
			t.follow(at, kind)
		}
	case *ssa.ChangeType:
		if s := structOf(at.X.Type()); kind == arguments.Struct && s != nil && !types.Identical(s, structOf(at.Type())) {
			t.lose(at, "a struct with other tags", false)
			return
		}
		t.follow(at, kind)
	case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Convert, *ssa.Slice:
		t.follow(at.(ssa.Value), kind)
	case *ssa.TypeAssert:
		t.follow(at, kind)
	case *ssa.Extract:
		if at.Index == 0 {
			t.follow(at, kind)
		}
	case *ssa.Store:
		if at.Val == v {
			t.stored(at, kind)
		}
	case *ssa.Field:
		t.field(at, at.X.Type(), at.Field, kind)
	case *ssa.FieldAddr:
		t.field(at, at.X.Type(), at.Field, kind)
	case *ssa.Lookup:
		if kind != arguments.Map && kind != arguments.Text || at.X != v {
			t.lose(at, "a lookup", false)
			return
		}
		t.lookup(at)
	case *ssa.MapUpdate:
		name, known := constantText(at.Key)
		switch {
		case at.Map != v:
			t.lose(at, "a map", false)
		case known:
			t.out.Set = append(t.out.Set, name)
		default:
			t.rewrite(at)
		}
	case *ssa.MakeClosure:
		for i, b := range at.Bindings {
			if b == v {
				t.follow(at.Fn.(*ssa.Function).FreeVars[i], kind)
			}
		}
	case *ssa.Return:
		if at.Parent() != t.fn {
			t.lose(at, "what calls a function literal", false)
			return
		}
		for i, r := range at.Results {
			if r == v {
				t.out.Returned = append(t.out.Returned, i)
			}
		}
	case ssa.CallInstruction:
		t.call(at, v, kind)
	case *ssa.Range:
		t.lose(at, "a loop over all of them", false)
	default:
		t.lose(at, "what keeps it", false)
	}
}

// rewrite notes that arguments are put under names that only a run knows, or others in their place.
func (t *tracer) rewrite(at ssa.Instruction) {
	if pos := t.pos(at); t.out.Rewrites == nil || pos.Compare(*t.out.Rewrites) < 0 {
		t.out.Rewrites = &pos
	}
}

// stored follows what is put into a variable of the function.
func (t *tracer) stored(at *ssa.Store, kind arguments.Kind) {
	if a, ok := at.Addr.(*ssa.Alloc); ok {
		t.follow(a, kind)
		return
	}
	if i, ok := at.Addr.(*ssa.IndexAddr); ok && isListed(i) {
		t.follow(i.X, kind)
		return
	}
	t.lose(at, "what keeps it", false)
}

// isListed reports whether an address is that of one of the arguments of a call which may have any number of them.
func isListed(i *ssa.IndexAddr) bool {
	a, ok := i.X.(*ssa.Alloc)
	return ok && a.Comment == "varargs"
}

// field is that a field of a request or of a struct is taken.
func (t *tracer) field(at ssa.Value, of types.Type, index int, kind arguments.Kind) {
	s := structOf(of)
	switch name := s.Field(index).Name(); {
	case kind == arguments.Request && name == "Params":
		t.follow(at, arguments.Request)
	case kind == arguments.Request && strings.HasSuffix(name, "Arguments"):
		of := arguments.Map
		if structOf(s.Field(index).Type()) != nil {
			of = arguments.Struct
		}
		for _, ref := range *at.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == at {
				t.rewrite(s)
			}
		}
		t.follow(at, of)
	case kind == arguments.Request && name == "Name":
		t.out.Dispatches = t.out.Dispatches || isRead(at)
	case kind == arguments.Request:
		if s.Field(index).Embedded() {
			t.follow(at, arguments.Request)
		}
	case kind == arguments.Struct:
		name, inline, ok := jsonName(s, index)
		switch {
		case inline:
			t.follow(at, arguments.Struct)
		case ok && isRead(at):
			t.out.Uses = append(t.out.Uses, arguments.Use{Name: name, Takes: fieldTakes(s, index), Pos: t.pos(at.(ssa.Instruction)), Fold: true})
		}
	default:
		t.lose(at.(ssa.Instruction), "a field of it", false)
	}
}

// isRead reports whether a field, or what is at the address of one, is used, and not only set.
func isRead(field ssa.Value) bool {
	return slices.ContainsFunc(*field.Referrers(), func(ref ssa.Instruction) bool {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == field {
			return false
		}
		_, debug := ref.(*ssa.DebugRef)
		return !debug
	})
}

// envelope are the names that the message has in which a client asks for a call of a tool.
var envelope = []string{"arguments", "name", "_meta", "task"}

// lookup is that an argument is looked up by its name.
func (t *tracer) lookup(at *ssa.Lookup) {
	if name, _ := constantText(at.Index); name == "arguments" {
		t.enveloped = true
		for _, v := range looked(at) {
			t.follow(v, arguments.Map)
		}
		return
	}
	takes, as := t.takes(at)
	use := arguments.Use{Takes: takes, As: as, Panics: panics(at), Pos: t.pos(at)}
	t.named(at, at.Index, use)
}

// named notes a use of the argument that a value names.
func (t *tracer) named(at ssa.Instruction, name ssa.Value, use arguments.Use) {
	if texts, known := textsOf(name, maxTexts); known {
		use.Listed = isOfList(name)
		for _, text := range texts {
			use.Name = text
			t.out.Uses = append(t.out.Uses, use)
		}
		return
	}
	if p, ok := name.(*ssa.Parameter); ok && p.Parent() == t.fn {
		t.out.Named = append(t.out.Named, arguments.Named{Param: slices.Index(t.fn.Params, p), Use: use})
		return
	}
	t.lose(at, "a name that is not a constant", false)
}

// constantText returns the text that a value always is.
func constantText(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// maxTexts is through how many values it is followed which texts a name may be.
const maxTexts = 4

// textsOf returns the texts that a value may be, if these are constants: what a list has that is written in the function, and what
// all calls of a function literal give for a parameter.
func textsOf(v ssa.Value, depth int) (out []string, known bool) {
	if text, ok := constantText(v); ok {
		return []string{text}, true
	}
	if depth == 0 {
		return nil, false
	}
	var each []ssa.Value
	switch v := v.(type) {
	case *ssa.Phi:
		each = v.Edges
	case *ssa.UnOp:
		if at, ok := v.X.(*ssa.IndexAddr); ok && v.Op == token.MUL {
			each = listed(at.X)
		}
	case *ssa.Parameter:
		each = given(v)
	}
	for _, e := range each {
		texts, ok := textsOf(e, depth-1)
		if !ok {
			return nil, false
		}
		out = append(out, texts...)
	}
	return out, len(out) > 0
}

// isOfList reports whether a value is an element of a list.
func isOfList(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, element := load.X.(*ssa.IndexAddr)
	return element
}

// listed returns what is put into a list that is written in the function, nil if anything else may be in it.
func listed(list ssa.Value) (out []ssa.Value) {
	s, ok := list.(*ssa.Slice)
	if !ok {
		return nil
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok || a.Comment != "slicelit" {
		return nil
	}
	for _, ref := range *a.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, ref := range *at.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == ssa.Value(at) {
				out = append(out, s.Val)
			}
		}
	}
	return out
}

// given returns what the calls of a function literal give for a parameter, nil if others may call it than those that are seen.
func given(p *ssa.Parameter) (out []ssa.Value) {
	fn := p.Parent()
	if fn.Parent() == nil {
		return nil
	}
	index := slices.Index(fn.Params, p)
	for _, b := range fn.Parent().Blocks {
		for _, i := range b.Instrs {
			made, isClosure := i.(*ssa.MakeClosure)
			if isClosure && made.Fn == ssa.Value(fn) {
				for _, ref := range *made.Referrers() {
					call, ok := ref.(ssa.CallInstruction)
					if _, debug := ref.(*ssa.DebugRef); debug {
						continue
					}
					if !ok || call.Common().Value != ssa.Value(made) {
						return nil
					}
					out = append(out, call.Common().Args[index])
				}
			}
		}
	}
	return out
}

// takes returns for which types of JSON the argument is taken that a lookup returns, nil for any, and the Go type that none of
// them ever is.
func (t *tracer) takes(at *ssa.Lookup) (out []string, as string) {
	m, ok := at.X.Type().Underlying().(*types.Map)
	if !ok {
		return nil, ""
	}
	if !isAny(m.Elem()) {
		return decoded(m.Elem()), ""
	}
	for _, v := range looked(at) {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef, *ssa.BinOp:
			case *ssa.TypeAssert:
				if types.IsInterface(ref.AssertedType) {
					return nil, ""
				}
				typ := asserted(ref.AssertedType)
				if typ == "" {
					as = cmp.Or(as, types.TypeString(ref.AssertedType, (*types.Package).Name))
				} else {
					out = append(out, typ)
				}
			default:
				return nil, ""
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), as
}

// panics reports whether what a lookup has found has to be of a certain type.
func panics(at *ssa.Lookup) bool {
	for _, v := range looked(at) {
		for _, ref := range *v.Referrers() {
			if a, ok := ref.(*ssa.TypeAssert); ok && !a.CommaOk {
				return true
			}
		}
	}
	return false
}

// looked returns the values that are what a lookup has found.
func looked(at *ssa.Lookup) []ssa.Value {
	if !at.CommaOk {
		return []ssa.Value{at}
	}
	var out []ssa.Value
	for _, ref := range *at.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == 0 {
			out = append(out, e)
		}
	}
	return out
}

// call is that a value is given to a function.
func (t *tracer) call(at ssa.CallInstruction, v ssa.Value, kind arguments.Kind) {
	common := at.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() != "len" && b.Name() != "delete" && b.Name() != "clear" {
			t.lose(at, b.Name(), false)
		}
		return
	}
	fn := common.StaticCallee()
	if fn == nil {
		if common.IsInvoke() {
			t.lose(at, "an interface", false)
		} else {
			t.lose(at, "a function value", true)
		}
		return
	}
	for i, arg := range common.Args {
		if arg == v {
			t.given(at, fn, i, kind)
		}
	}
}

// given is that argument i of a call of a function is the value.
func (t *tracer) given(at ssa.CallInstruction, fn *ssa.Function, i int, kind arguments.Kind) {
	id := funcid.Of(fn)
	if r := requests()[funcid.Key(id)]; r != nil {
		t.asked(at, fn, r)
		return
	}
	args := at.Common().Args
	value, _ := at.(*ssa.Call)
	switch key := funcid.Key(id); {
	case isSilent(key):
	case kind != arguments.Struct && kind != arguments.Request && i == 0 && isReader(key):
		if value != nil {
			t.follow(value, kind)
		}
	case key == "encoding/json.Marshal" && (kind == arguments.Map || kind == arguments.Text):
		for _, ref := range *value.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok && e.Index == 0 {
				t.follow(e, arguments.Map)
			}
		}
	case key == "encoding/json.Unmarshal" && i == 0, key == "encoding/json.Decoder.Decode" && i == 0:
		t.decode(at, args[1])
	case key == "encoding/json.Unmarshal", key == "encoding/json.Decoder.Decode": // filled in
	case key == "encoding/json.Decoder.UseNumber":
		t.loose = true
	case key == "encoding/json.Decoder.DisallowUnknownFields", key == "encoding/json.Decoder.More", key == "encoding/json.Valid":
	default:
		name := strings.TrimPrefix(key, funcid.Package(key))
		if fn.Signature.Results().Len() > 0 || !writesLog.MatchString(name) {
			t.pass(at, fn, i)
		}
	}
}

// writesLog matches names of functions, with that of the type of a method, that only write down what they are given, if they return
// nothing.
var writesLog = regexp.MustCompile(`(?i)log|trace|debug|audit|print`)

// isReader reports whether a function returns its first argument in another form.
func isReader(key string) bool {
	return slices.Contains([]string{
		"bytes.NewReader", "bytes.NewBuffer", "bytes.NewBufferString", "strings.NewReader", "encoding/json.NewDecoder", "bytes.TrimSpace", "strings.TrimSpace", "maps.Clone",
	}, key)
}

// isSilent reports whether a function only writes what it is given to a log or an error.
func isSilent(key string) bool {
	pkg, name := funcid.Package(key), key[strings.LastIndexByte(key, '.')+1:]
	switch pkg {
	case "log", "log/slog", "go.uber.org/zap", "github.com/rs/zerolog", "github.com/rs/zerolog/log", "github.com/sirupsen/logrus":
		return true
	case "fmt":
		return name == "Errorf" || strings.HasPrefix(name, "Print") || strings.HasPrefix(name, "Fprint")
	}
	return false
}

// asked is what a function of a library does with a request.
func (t *tracer) asked(at ssa.CallInstruction, fn *ssa.Function, r *request) {
	args, first := at.Common().Args, 0
	if fn.Signature.Recv() != nil {
		first = 1
	}
	value, _ := at.(*ssa.Call)
	switch {
	case r.ignores:
	case r.all:
		if value != nil {
			t.follow(value, arguments.Map)
		}
	case r.into >= 0:
		t.decode(at, args[first+r.into])
	default:
		t.named(at, args[first+r.name], arguments.Use{Takes: r.takes, Required: strings.HasPrefix(fn.Name(), "Require"), Pos: t.pos(at)})
	}
}

// decode follows what arguments are decoded into.
func (t *tracer) decode(at ssa.Instruction, into ssa.Value) {
	if made, ok := into.(*ssa.MakeInterface); ok {
		into = made.X
	}
	if p, isParam := into.(*ssa.Parameter); isParam && p.Parent() == t.fn { // the caller has it
		t.out.Into = append(t.out.Into, slices.Index(t.fn.Params, p))
		return
	}
	kind := targetKind(into)
	if kind == "" {
		t.lose(at, "what it is decoded into", false)
		return
	}
	t.follow(into, kind)
}

// targetKind returns what a variable holds that arguments are decoded into, "" if it is not followed.
func targetKind(v ssa.Value) arguments.Kind {
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return ""
	}
	elem := a.Type().Underlying().(*types.Pointer).Elem()
	if m, isMap := elem.Underlying().(*types.Map); isMap && isString(m.Key()) {
		return arguments.Map
	}
	kind := kindOf(elem)
	switch {
	case kind == "" && structOf(elem) != nil:
		kind = arguments.Struct // without tags
	case kind == arguments.Text:
		kind = arguments.Map
	}
	if kind == arguments.Struct && hasMethods(elem) {
		return ""
	}
	return kind
}

// pass notes a call of a function that is given arguments.
func (t *tracer) pass(at ssa.CallInstruction, fn *ssa.Function, param int) {
	p := arguments.Passed{Func: funcid.Of(fn), Param: param, Pos: t.pos(at)}
	named, names := -1, []string(nil) // a parameter that may be several texts
	for i, arg := range at.Common().Args {
		if texts, known := textsOf(arg, maxTexts); known {
			if p.Names == nil {
				p.Names = make(map[int]string)
			}
			p.Names[i] = texts[0]
			p.Listed = p.Listed || isOfList(arg)
			if len(texts) > 1 {
				named, names = i, texts[1:]
			}
		} else if own, ok := arg.(*ssa.Parameter); ok && own.Parent() == t.fn && isString(own.Type()) {
			if p.Params == nil {
				p.Params = make(map[int]int)
			}
			p.Params[i] = slices.Index(t.fn.Params, own)
		}
	}
	for i, arg := range at.Common().Args {
		if made, ok := arg.(*ssa.MakeInterface); ok {
			arg = made.X
		}
		if own, ok := arg.(*ssa.Parameter); ok && own.Parent() == t.fn && i != param {
			if p.Own == nil {
				p.Own = make(map[int]int)
			}
			p.Own[i] = slices.Index(t.fn.Params, own)
		} else if kind := targetKind(arg); kind != "" && i != param && !t.seen[place{arg, kind}] {
			p.Targets = append(p.Targets, arguments.Result{Index: i, Taken: t.apart(at, arg, kind)})
		}
	}
	if call, ok := at.(*ssa.Call); ok {
		p.Results = t.results(call)
	}
	t.out.Passed = append(t.out.Passed, p)
	for _, name := range names {
		p.Names = maps.Clone(p.Names)
		p.Names[named] = name
		t.out.Passed = append(t.out.Passed, p)
	}
}

// apart returns what becomes of a value that holds arguments only if a call says so, which has filled it if it is not a result.
func (t *tracer) apart(filled ssa.Instruction, v ssa.Value, kind arguments.Kind) arguments.Taken {
	own := &tracer{fset: t.fset, fn: t.fn, seen: maps.Clone(t.seen), out: new(arguments.Taken), filled: filled}
	own.follow(v, kind)
	t.loose = t.loose || own.loose
	return own.sorted()
}

// results returns what becomes of the results of a call that may hold arguments still.
func (t *tracer) results(call *ssa.Call) (out []arguments.Result) {
	follow := func(index int, v ssa.Value) {
		kind := kindOf(v.Type())
		if kind == "" || kind == arguments.Text && isString(v.Type()) {
			return
		}
		out = append(out, arguments.Result{Index: index, Taken: t.apart(nil, v, kind)})
	}
	if tuple, ok := call.Type().(*types.Tuple); !ok {
		follow(0, call)
	} else if tuple.Len() > 0 {
		for _, ref := range *call.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok {
				follow(e.Index, e)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b arguments.Result) int { return cmp.Compare(a.Index, b.Index) })
	return out
}
