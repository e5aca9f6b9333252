package read

// This file follows arguments into calls, and out of their results.

import (
	"cmp"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
)

// call is that a value is given to a function.
func (t *tracer) call(at ssa.CallInstruction, v ssa.Value, kind arguments.Kind) {
	common := at.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() != "len" && b.Name() != "delete" && b.Name() != "clear" {
			t.lose(at, b.Name())
		}
		return
	}
	fn := common.StaticCallee()
	if fn == nil {
		if common.IsInvoke() {
			t.lose(at, "an interface")
		} else {
			t.out.Lose(&arguments.Lost{Pos: t.pos(at), To: "a function value", Next: true})
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
// nothing: ".logCall", ".Logger.Call", ".toolAudit", and not ".Catalog.Add".
var writesLog = regexp.MustCompile(`(\.(log|trace|debug|audit|print)|(\.|[a-z_])(Log|Trace|Debug|Audit|Print))(ger|s|f|ln)?([A-Z_.]|$)`)

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
		t.lose(at, "what it is decoded into")
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
	if kind == arguments.Struct && annotation.MarshalsItself(elem) {
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
