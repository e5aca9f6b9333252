package ssaflow

// This file finds checks that the program writes itself: functions whose answer is
// yes only where a validator's is, comparisons with constants, and look-ups in sets.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// A check is what a function proves of a parameter by an answer.
type check struct {
	param  int // the receiver counted
	labels taint.Labels
	answer string
}

// maxPhis is how many joins of control a value is looked for behind.
const maxPhis = 4

// checks returns what fn proves of its parameters: its last result is true, or nil,
// only where validators have said yes to them. Each function is read once; one that
// calls itself proves nothing by that.
func (p *program) checks(fn *ssa.Function) []check {
	out, ok := p.checked[fn]
	if !ok {
		p.checked[fn] = nil
		out = p.readChecks(fn)
		p.checked[fn] = out
	}
	return out
}

func (p *program) readChecks(fn *ssa.Function) (out []check) {
	n := fn.Signature.Results().Len()
	if fn.Blocks == nil || n == 0 {
		return nil
	}
	answer := ""
	switch t := fn.Signature.Results().At(n - 1).Type(); {
	case types.Identical(t.Underlying(), types.Typ[types.Bool]):
		answer = "true"
	case isError(t):
		answer = "nil"
	default:
		return nil
	}
	for i, param := range fn.Params {
		if labels, any := p.proved(fn, param, n-1, answer); any && len(labels) > 0 {
			out = append(out, check{param: i, labels: labels, answer: answer})
		}
	}
	return out
}

// proved returns the labels that param has lost wherever fn may give an answer; any is
// false if it never does.
func (p *program) proved(fn *ssa.Function, param *ssa.Parameter, result int, answer string) (labels taint.Labels, any bool) {
	meet := func(l taint.Labels) {
		if !any {
			labels, any = l, true
			return
		}
		labels = slices.DeleteFunc(slices.Clone(labels), func(name string) bool { return !l.Has(name) })
	}
	yes := p.yes(fn, param)
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		p.answers(r.Results[result], b, answer, func(v ssa.Value, at *ssa.BasicBlock) {
			var here taint.Labels
			for _, y := range yes {
				if y.block != nil && y.block.Dominates(at) || y.value != nil && y.value == v && y.answer == answer {
					here = here.Union(y.labels)
				}
			}
			meet(here)
		}, make(map[ssa.Value]bool))
	}
	return labels, any
}

// answers calls maybe for each value that v may be, with the block that it comes
// from, unless it cannot be the answer.
func (p *program) answers(v ssa.Value, at *ssa.BasicBlock, answer string, maybe func(ssa.Value, *ssa.BasicBlock), seen map[ssa.Value]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for i, e := range v.Edges {
			p.answers(e, v.Block().Preds[i], answer, maybe, seen)
		}
		return
	case *ssa.Const:
		if answer == "true" && v.Value != nil && v.Value.Kind() == constant.Bool && !constant.BoolVal(v.Value) {
			return
		}
	case *ssa.MakeInterface: // a value of a type, hence not nil
		if answer == "nil" {
			return
		}
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); answer == "nil" && fn != nil && slices.Contains([]string{"errors.New", "fmt.Errorf"}, fn.String()) {
			return
		}
	case *ssa.UnOp:
		// A package-level error, as os.ErrNotExist.
		if _, global := v.X.(*ssa.Global); answer == "nil" && global && v.Op == token.MUL {
			return
		}
	}
	maybe(v, at)
}

// A yes is what proves something of a parameter: that a block runs, or that a value
// is the answer.
type yes struct {
	block  *ssa.BasicBlock
	value  ssa.Value
	answer string
	labels taint.Labels
}

// yes returns where validators say yes to a parameter, or to what is made of it.
func (p *program) yes(fn *ssa.Function, param *ssa.Parameter) (out []yes) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			for _, k := range p.checksOf(c) {
				if k.param >= len(c.Call.Args) || !slices.Contains(origins(c.Call.Args[k.param]), ssa.Value(param)) {
					continue
				}
				out = append(out, yes{value: c, answer: k.answer, labels: k.labels})
				for _, block := range answered(c, k.answer) {
					out = append(out, yes{block: block, labels: k.labels})
				}
			}
		}
	}
	return out
}

// checksOf returns what the callee of c proves: what rows say, or its own code.
func (p *program) checksOf(c *ssa.Call) (out []check) {
	fn := c.Call.StaticCallee()
	if fn == nil {
		return nil
	}
	obj := object(fn)
	if obj == nil {
		return p.checks(fn)
	}
	first := 0
	if obj.Signature().Recv() != nil {
		first = 1
	}
	known := false
	for _, r := range p.in.Table.Rows(rowKey(obj)) {
		known = true
		if r.Verb == taint.VerbValidator {
			for _, at := range r.Places {
				if !at.Result && at.Index >= 0 {
					n := at.Index + first
					out = append(out, check{param: n, labels: proves(r, c.Call.Args, n), answer: r.Answer})
				}
			}
		}
	}
	if known || fn.Pkg != p.in.Pkg {
		return out
	}
	return p.checks(fn)
}

// prefixKey is the check that proves most by little: how its value was made, and what
// the prefix is, decides whether it proves anything.
const prefixKey = "strings.HasPrefix"

// proves returns the labels that argument n of a call has lost where the validator r
// says yes. A prefix says where a file is only if no ".." can lead out again, and which
// host a URL has only if the prefix ends behind it.
func proves(r *taint.Row, args []ssa.Value, n int) taint.Labels {
	if r.Key != prefixKey || len(args) != 2 {
		return r.Labels
	}
	var not taint.Labels
	if !slices.ContainsFunc(origins(args[n]), isClean) {
		not = append(not, taint.MarkOf("path"))
	}
	if text, known := constantText(args[1]); !known || !namesHost(text) {
		not = append(not, taint.MarkURL)
	}
	return r.Labels.Without(not)
}

// isClean reports whether v is a path without "..", unless at its beginning.
func isClean(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := c.Call.StaticCallee()
	return fn != nil && slices.Contains([]string{
		"path/filepath.Abs", "path/filepath.Clean", "path/filepath.EvalSymlinks", "path/filepath.Join", "path.Clean", "path.Join",
	}, fn.String())
}

// normal are functions whose result names the same file, or the directory of it.
var normal = []string{
	"path/filepath.Abs", "path/filepath.Clean", "path/filepath.EvalSymlinks", "path/filepath.Dir", "path/filepath.FromSlash",
	"path/filepath.ToSlash", "path.Clean", "path.Dir", "strings.TrimSpace", "strings.ToLower",
}

// origins returns v and the values that it was made of by functions that keep what a
// check is about.
func origins(v ssa.Value) []ssa.Value { return originsOf(v, 0) }

// common returns what all edges of a phi were made of.
func common(v *ssa.Phi, depth int) (out []ssa.Value) {
	if depth >= maxPhis {
		return nil
	}
	for i, e := range v.Edges {
		made := originsOf(e, depth+1)
		if i == 0 {
			out = made
			continue
		}
		out = slices.DeleteFunc(out, func(o ssa.Value) bool { return !slices.Contains(made, o) })
	}
	return out
}

func originsOf(v ssa.Value, depth int) []ssa.Value {
	out := []ssa.Value{v}
	for i := 0; i < len(out); i++ {
		var next []ssa.Value
		switch v := out[i].(type) {
		case *ssa.MakeInterface:
			next = []ssa.Value{v.X}
		case *ssa.ChangeType:
			next = []ssa.Value{v.X}
		case *ssa.Extract:
			if v.Index == 0 {
				next = []ssa.Value{v.Tuple}
			}
		case *ssa.Phi:
			next = common(v, depth)
		case *ssa.BinOp:
			if _, known := constantText(v.Y); known && v.Op == token.ADD {
				next = []ssa.Value{v.X}
			}
		case *ssa.Call:
			if fn := v.Call.StaticCallee(); fn != nil && slices.Contains(normal, fn.String()) {
				next = v.Call.Args[:1]
			}
		}
		for _, n := range next {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// inferred adds what a call proves by the code of its callee.
func (f *frame) inferred(v *ssa.Call) {
	fn := v.Call.StaticCallee()
	if fn == nil || fn.Pkg != f.in.Pkg {
		return
	}
	for _, k := range f.checksOf(v) {
		if k.param < len(v.Call.Args) {
			f.cleaned(v.Call.Args[k.param], answered(v, k.answer), k.labels)
		}
	}
}

// cleaned says that v, and what it was made of, has lost labels in blocks.
func (f *frame) cleaned(v ssa.Value, blocks []*ssa.BasicBlock, labels taint.Labels) {
	for _, b := range blocks {
		for _, origin := range origins(v) {
			for _, value := range again(origin) {
				f.cleans = append(f.cleans, clean{value: value, block: b, labels: labels})
			}
		}
	}
}

// compared: a string that is one of several constants, or in a set, holds nothing that
// the program has not written itself.
func (f *frame) compared(i *ssa.BinOp) {
	x, y := i.X, i.Y
	if _, known := constantText(x); known {
		x, y = y, x
	}
	if _, known := constantText(y); !known {
		return
	}
	switch i.Op {
	case token.EQL:
		f.cleaned(x, answered(i, "true"), numberMarks)
	case token.NEQ:
		f.cleaned(x, answered(i, "false"), numberMarks)
	}
}

// member: a key that is in a map.
func (f *frame) member(i *ssa.Lookup) {
	m, ok := under(i.X.Type()).(*types.Map)
	if !ok {
		return
	}
	if i.CommaOk {
		for _, ref := range *i.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok && e.Index == 1 {
				f.cleaned(i.Index, answered(e, "true"), numberMarks)
			}
		}
		return
	}
	if types.Identical(m.Elem().Underlying(), types.Typ[types.Bool]) {
		f.cleaned(i.Index, answered(i, "true"), numberMarks)
	}
}
