package valueflow

// This file records calls and comparisons.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/internal/funcid"
)

// result returns the place of a result of a call that has been recorded.
func (b *body) result(call *ssa.Call, i int) Place {
	if list := b.results[call]; i < len(list) {
		return list[i]
	}
	return NoPlace
}

// call records a call; v is its value, nil where it has none.
func (b *body) call(instr ssa.CallInstruction, v *ssa.Call) {
	c := instr.Common()
	out := Call{Block: int32(instr.Block().Index), Pos: b.pos(c.Pos()), On: NoPlace, Who: NoPlace}
	_, out.Go = instr.(*ssa.Go)
	out.Signs = signs(c.Signature())
	for _, arg := range c.Args {
		out.Args = append(out.Args, b.at(arg))
		_, name := StructOf(arg.Type())
		out.ArgType = append(out.ArgType, name)
	}
	if v != nil {
		for i := range c.Signature().Results().Len() {
			p := NoPlace
			t := c.Signature().Results().At(i).Type()
			if b.carries(t) {
				p = b.local()
			}
			out.Answers = out.Answers || isDecision(t) && !b.isSilent(c)
			if out.Choice == "" && (isDecision(t) || b.hasChoice(t)) {
				out.Choice = types.TypeString(t, nil)
			}
			out.Results = append(out.Results, p)
		}
		out.Verdicts = verdicts(v)
		b.results[v] = out.Results
		b.schema(c, out.Results)
	}
	b.wholes(&out, c, v)
	b.refuses(c, c.Pos())
	switch fn := c.Value.(type) {
	case *ssa.Builtin:
		b.builtin(fn.Name(), v, out.Args)
		return
	}
	switch callee := c.StaticCallee(); {
	case c.IsInvoke():
		out.Iface, out.Method = b.iface(c.Value.Type()), c.Method.Name()
		out.On, out.OnTypes = b.at(c.Value), holders(c.Value)
		b.listen(c.Method, &out, c)
		if isLibraryMethod(b, c.Method) {
			b.library(c.Method, &out, c, v)
		}
	case callee == nil || funcid.BoundInterface(callee) != nil:
		out.On, out.OnTypes = b.at(c.Value), holders(c.Value)
		b.ranges(c)
	default:
		obj := funcid.Declared(callee)
		if obj != nil && obj.Pkg() != nil { // also of a fork that is part of the program
			b.listen(obj, &out, c)
		}
		if obj == nil || obj.Pkg() == nil || b.Own(obj.Pkg().Path()) {
			out.Callee = funcid.Of(callee)
			if mc, ok := c.Value.(*ssa.MakeClosure); ok {
				b.at(mc)
			}
			break
		}
		b.library(obj, &out, c, v)
		b.copies(funcid.OfObject(obj), &out)
		b.syncMap(funcid.OfObject(obj), &out)
		b.elements(funcid.OfObject(obj), &out, c)
		if !slices.Contains(pure, obj.Pkg().Path()) {
			b.f.Outside = append(b.f.Outside, Use{out.Block, out.Pos, b.deed(obj), runs(obj), out.Args, out.Results, out.ArgType})
		}
		b.runs(funcid.OfObject(obj), &out, c)
		if out.Kind == CallPlain && !takesFunc(c) {
			return
		}
		out.Callee = funcid.OfObject(obj)
	}
	if out.Kind == CallPlain && b.readsAnswer(c) {
		out.Kind = CallAnswer
	}
	if v != nil {
		b.calls[v] = len(b.f.Calls)
	}
	b.f.Calls = append(b.f.Calls, out)
}

// runners are the library functions that run a function because the program says so, and when
// it says; the function is their last argument. What else a library runs, it may run at the
// word of somebody outside.
var runners = []string{
	"time.AfterFunc", "context.AfterFunc", "(*sync.Once).Do", "(*sync.WaitGroup).Go",
	"(*golang.org/x/sync/errgroup.Group).Go", "(*golang.org/x/sync/errgroup.Group).TryGo",
}

// once are the library functions that make a function of another one, which it runs once.
var once = []string{"sync.OnceFunc", "sync.OnceValue", "sync.OnceValues"}

// runs records the call that a library makes of a function that it gets.
func (b *body) runs(fn string, library *Call, c *ssa.CallCommon) {
	if slices.Contains(runners, fn) {
		last := c.Args[len(c.Args)-1]
		b.f.Calls = append(b.f.Calls, Call{
			Block: library.Block, Pos: library.Pos, Who: NoPlace, On: b.at(last), OnTypes: holders(last), Go: fn != "(*sync.Once).Do",
		})
	}
}

// allSigns is the most that signs returns.
const allSigns = 3

// signs counts what shows that functions of a type do something: see Call.
func signs(sig *types.Signature) (n int) {
	for p := range sig.Params().Variables() {
		if isContext(p.Type()) {
			n++
			break
		}
	}
	returns := false
	for r := range sig.Results().Variables() {
		if isError(r.Type()) {
			n++
		} else if !isDecision(r.Type()) {
			returns = true
		}
	}
	if returns {
		n++
	}
	return n
}

func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}

// pure are the packages whose functions make values of values, and print them at most.
var pure = []string{
	"bytes", "cmp", "context", "encoding/json", "errors", "fmt", "log", "log/slog", "maps", "math", "regexp", "slices", "sort",
	"strconv", "strings", "sync", "time", "unicode", "unicode/utf8",
}

// isLibraryMethod reports whether a method of an interface is a library's.
func isLibraryMethod(b *body, m *types.Func) bool { return m.Pkg() != nil && !b.Own(m.Pkg().Path()) }

// takesFunc reports whether a call hands over a function.
func takesFunc(c *ssa.CallCommon) bool {
	return slices.ContainsFunc(c.Args, func(v ssa.Value) bool {
		_, ok := v.Type().Underlying().(*types.Signature)
		return ok
	})
}

// holders returns the types through which a value is read, its own first: that of which it
// is a field, and so on; and those whose methods return them. What is an element of a
// list or a map, or a value that a function was given or returns, is the last one.
func holders(v ssa.Value) (out []string) {
	add := func(t types.Type) {
		if p, ok := t.Underlying().(*types.Pointer); ok && !isNamed(t) {
			t = p.Elem()
		}
		if _, basic := t.Underlying().(*types.Basic); basic {
			return
		}
		if _, isFunc := types.Unalias(t).(*types.Signature); isFunc {
			return // any function may have it
		}
		if name := typeName(t); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for range 12 {
		add(v.Type())
		switch x := v.(type) {
		case *ssa.UnOp:
			if v = x.X; x.Op == token.ARROW {
				return out
			}
		case *ssa.Extract:
			if _, ok := x.Tuple.(*ssa.TypeAssert); !ok {
				return out
			}
			v = x.Tuple.(*ssa.TypeAssert).X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Call:
			switch {
			case x.Call.IsInvoke():
				v = x.Call.Value
			case x.Call.Signature().Recv() != nil && len(x.Call.Args) == 1: // a getter
				v = x.Call.Args[0]
			default:
				return out
			}
		default:
			return out
		}
	}
	return out
}

func (b *body) builtin(name string, v *ssa.Call, args []Place) {
	switch {
	case name == "append" && v != nil:
		for _, p := range args {
			b.move(p, b.results[v][0])
		}
	case name == "copy" && len(args) == 2:
		b.move(args[1], args[0])
	}
}

// copiers are the library functions whose result has what the lists or maps have that they are given, as it is.
var copiers = []string{
	"maps.Clone", "slices.Clip", "slices.Clone", "slices.Compact", "slices.CompactFunc", "slices.Concat", "slices.DeleteFunc", "slices.Delete",
	"slices.Grow", "slices.Insert", "slices.Replace",
	"slices.All", "slices.Backward", "slices.Values", "slices.Collect", "slices.Sorted", "slices.SortedFunc", "slices.Chunk", "maps.Values", "maps.All", "maps.Collect",
}

// keeps are the functions whose result is a text that they are given, or a part of it.
var keeps = map[string]bool{
	"strings.ToLower": true, "strings.ToUpper": true, "strings.TrimSpace": true, "strings.Trim": true,
	"strings.TrimPrefix": true, "strings.TrimSuffix": true, "strings.TrimLeft": true, "strings.TrimRight": true,
	"strings.Clone": true, "strings.Cut": true, "strings.CutPrefix": true, "strings.CutSuffix": true,
	"strings.Split": true, "strings.SplitN": true, "strings.Fields": true,
	"(*strings.Builder).WriteString": true, "(*strings.Builder).String": true,
	"(*bytes.Buffer).WriteString": true, "(*bytes.Buffer).Write": true, "(*bytes.Buffer).String": true, "(*bytes.Buffer).Bytes": true,
}

// finds are the functions that find parts of a text, or read it as it is.
var finds = map[string]bool{
	"strings.NewReader": true, "bytes.NewReader": true, "bytes.NewBufferString": true, "bytes.NewBuffer": true, "encoding/json.NewDecoder": true,
	"bytes.TrimSpace": true, "bytes.Trim": true, "bytes.TrimPrefix": true, "bytes.TrimSuffix": true, "strings.ReplaceAll": true,
	"(*regexp.Regexp).Find": true, "(*regexp.Regexp).FindString": true, "(*regexp.Regexp).FindSubmatch": true, "(*regexp.Regexp).FindStringSubmatch": true,
	"(*regexp.Regexp).FindAllString": true, "(*regexp.Regexp).FindAllStringSubmatch": true, "(*regexp.Regexp).ReplaceAllString": true,
}

// library records what a library function does to values: what its rows say, or else
// that all it is given may get into all it returns and fills.
func (b *body) library(fn *types.Func, out *Call, c *ssa.CallCommon, v *ssa.Call) {
	invoke := c.IsInvoke()
	key := library.KeyOf(fn)
	if row := b.Table.Call(key); row != nil {
		switch {
		case row.Verb == library.VerbAsk, row.Verb == library.VerbEffect && row.Kind == "llm":
			out.Kind = CallModel
		case row.Verb == library.VerbEffect && row.Kind == "human":
			out.Kind = CallHuman
			if i, ok := row.Index("when"); ok {
				out.Who = b.at(argument(c, fn, i))
			}
		}
	} else if b.asks(fn) {
		out.Kind = CallModel
	}
	if slices.Contains(once, funcid.OfObject(fn)) {
		b.f.Once = append(b.f.Once, slices.DeleteFunc(slices.Clone(out.Results), func(p Place) bool { return p == NoPlace })...)
	}
	b.settings(fn, out, c)
	b.handlers(fn, out, c)
	switch {
	case b.decodes(fn, c):
		out.Kind = CallDecode
	case protocol.IsRemote(key):
		out.Kind = CallRemote
	case protocol.RunsCalls(key):
		out.Kind = CallRuns
	case isDecoder(fn) && (b.readsAnswer(c) || b.byHand && b.fillsMap(c)):
		out.Kind = CallAnswer
	case out.Kind == CallPlain && b.isErrand(fn) && !out.Answers && !b.readsAnswer(c):
		out.Kind = CallErrand
	}
	b.compares(funcid.OfObject(fn), out, c, v)
	b.judged(fn, c, out.Args)
	exact := keeps[funcid.OfObject(fn)] || finds[funcid.OfObject(fn)] || wraps(fn)
	b.decoded(fn, out, c)
	b.requested(fn, out, c)
	args := slices.Clone(out.Args)
	if invoke {
		args = append([]Place{out.On}, args...)
	}
	hasRecv := fn.Signature().Recv() != nil
	rows := b.Table.Data(key)
	moves := false
	for _, row := range rows {
		if !row.Moves() {
			continue
		}
		moves = true
		for _, p := range row.Passes {
			for _, from := range b.placesOf(p.From, args, out.Results, hasRecv) {
				for _, to := range b.placesOf(p.To, args, out.Results, hasRecv) {
					b.add(Move{From: from, To: to, Loose: !exact})
				}
			}
		}
	}
	if moves {
		return
	}
	for i, from := range args {
		for j, r := range out.Results {
			b.add(Move{From: from, To: r, Loose: !exact && !b.passes(c, i, c.Signature().Results().At(j).Type())})
		}
		for j, to := range args {
			if i != j && j < len(c.Args) && !invoke && (isPointer(c.Args[j].Type()) || isFilled(fn, c.Args[j])) {
				b.add(Move{From: from, To: to, Loose: true})
			}
		}
	}
}

// passes reports whether what a library returns may be what it is given, as elements of
// lists are: both have a type that the library does not know.
func (b *body) passes(c *ssa.CallCommon, i int, result types.Type) bool {
	if c.IsInvoke() || i >= len(c.Args) {
		return false
	}
	if _, isFunc := result.Underlying().(*types.Signature); isFunc && types.Identical(c.Args[i].Type().Underlying(), result.Underlying()) {
		return true // a function around the one that is given
	}
	from, to := core(c.Args[i].Type()), core(result)
	if _, isStruct := from.Underlying().(*types.Struct); !isStruct && !types.IsInterface(from) {
		return false
	}
	n, ok := types.Unalias(from).(*types.Named)
	return ok && types.Identical(from, to) && n.Obj().Pkg() != nil && b.Own(n.Obj().Pkg().Path())
}

// core returns what a type is a list, a map or a pointer of.
func core(t types.Type) types.Type {
	for range 8 {
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		default:
			return t
		}
	}
	return t
}

// argument returns argument i of a call of a library function, as rows count them.
func argument(c *ssa.CallCommon, fn *types.Func, i int) ssa.Value {
	if c.IsInvoke() {
		if i == library.Recv {
			return c.Value
		}
	} else if fn.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// placesOf returns the places that a row speaks of.
func (b *body) placesOf(list []library.Place, args, results []Place, hasRecv bool) (out []Place) {
	first := 0
	if hasRecv {
		first = 1
	}
	for _, p := range list {
		switch {
		case p.Result && p.Index == library.Each:
			out = append(out, results...)
		case p.Result:
			out = append(out, pick(results, p.Index)...)
		case p.Index == library.Each:
			out = append(out, args[min(first, len(args)):]...)
		case p.Index == library.Recv:
			out = append(out, pick(args, 0)...)
		default:
			out = append(out, pick(args, first+p.Index)...)
		}
	}
	return out
}

func pick(list []Place, i int) []Place {
	if i < 0 || i >= len(list) {
		return nil
	}
	return list[i : i+1]
}
