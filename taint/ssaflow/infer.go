package ssaflow

// This file finds checks that the program writes itself: functions whose answer is
// yes only where a validator's is, comparisons with constants, and look-ups in sets.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// A check is what a function proves of a parameter, or of a result, by an answer, or by returning at all.
type check struct {
	param    int // the receiver counted; of a result, which one
	labels   taint.Labels
	answer   string
	elements bool // it is about all elements of the parameter, a list
	result   bool // it is about a result
}

// returns is the answer of a function that does not return if it does not like what it is given.
//
//	if !filepath.IsLocal(name) {
//		panic("no local name: " + name)
//	}
const returns = "returns"

// value returns what a check by a call is about, nil if nobody uses it.
func (k *check) value(c *ssa.Call) ssa.Value {
	if !k.result {
		if k.param < len(c.Call.Args) {
			return c.Call.Args[k.param]
		}
		return nil
	}
	for _, ref := range *c.Referrers() {
		if part, ok := ref.(*ssa.Extract); ok && part.Index == k.param {
			return part
		}
	}
	return nil
}

// maxPhis is how many joins of control a value is looked for behind.
const maxPhis = 4

// checks returns what fn proves of its parameters and of the texts that it returns: its answer is true, false or nil
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
	if fn.Blocks == nil {
		return nil
	}
	results := fn.Signature.Results()
	for _, answer := range []string{"true", "false", "nil"} {
		at := answering(results, answer)
		if at < 0 || !mayBe(results.At(at).Type(), answer) {
			continue
		}
		for i, param := range fn.Params {
			if labels := p.proved(fn, p.yes(fn, param), at, answer); len(labels) > 0 {
				out = append(out, check{param: i, labels: labels, answer: answer})
			}
			if labels := p.proved(fn, p.yesOfElements(fn, param), at, answer); len(labels) > 0 {
				out = append(out, check{param: i, labels: labels, answer: answer, elements: true})
			}
		}
		for i := range at {
			if labels := p.provedOfResult(fn, i, at, answer); len(labels) > 0 {
				out = append(out, check{param: i, labels: labels, answer: answer, result: true})
			}
		}
	}
	if !refusesByPanic(fn) {
		return out
	}
	for i, param := range fn.Params {
		if labels := p.proved(fn, p.yes(fn, param), -1, returns); len(labels) > 0 {
			out = append(out, check{param: i, labels: labels, answer: returns})
		}
	}
	return out
}

// mayBe reports whether a result of type t may be an answer.
func mayBe(t types.Type, answer string) bool {
	if answer == "nil" {
		return isError(t) || isPointer(t) // what to answer if it is refused
	}
	return types.Identical(t.Underlying(), types.Typ[types.Bool])
}

// refusesByPanic reports whether a function panics on some ways, and does not go on behind a panic.
func refusesByPanic(fn *ssa.Function) (panics bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr.(type) {
			case *ssa.Defer:
				return false // what is deferred may recover
			case *ssa.Panic:
				panics = true
			}
		}
	}
	return panics
}

// proved returns the labels that a parameter has lost wherever result at of fn may be an answer, by what
// says yes to it. At is -1 for the answer that fn returns.
func (p *program) proved(fn *ssa.Function, yes []yes, at int, answer string) (labels taint.Labels) {
	any := false
	for _, b := range fn.Blocks {
		r, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		var v ssa.Value
		if at >= 0 {
			v = r.Results[at]
		}
		if here, maybe := p.provedBy(v, b, yes, answer); maybe {
			labels, any = lostByAll(labels, any, here)
		}
	}
	return labels
}

// provedOfResult returns the labels that the text or the URL which result i of fn is has lost wherever result at may be an answer, and not
// wherever it is returned. Constants have none, nor has a URL that may have been changed.
//
//	return path, strings.HasPrefix(path, root+"/")
func (p *program) provedOfResult(fn *ssa.Function, i, at int, answer string) taint.Labels {
	t := fn.Signature.Results().At(i).Type()
	url := isURL(t)
	if b, ok := t.Underlying().(*types.Basic); !url && (!ok || b.Info()&types.IsString == 0) {
		return nil
	}
	var labels, always taint.Labels
	var any, anyway bool
	for _, b := range fn.Blocks {
		r, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		v := r.Results[i]
		if _, isConst := v.(*ssa.Const); isConst {
			continue
		}
		if url && !isOnlyAsked(v) {
			return nil
		}
		yes := p.yes(fn, v)
		if here, maybe := p.provedBy(r.Results[at], b, yes, answer); maybe {
			labels, any = lostByAll(labels, any, settled(here, v))
		}
		here, _ := p.provedBy(nil, b, yes, returns)
		always, anyway = lostByAll(always, anyway, settled(here, v))
	}
	if !url { // what a text has lost where it is returned, it has lost for who gets it
		labels = labels.Without(always)
	}
	return labels.Without(taint.Labels{markIfClean})
}

// lostByAll returns which of the labels that are lost on the ways before, if there are any, are lost here, too.
func lostByAll(labels taint.Labels, any bool, here taint.Labels) (taint.Labels, bool) {
	if !any {
		return here, true
	}
	return labels.Without(labels.Without(here)), true
}

// provedBy returns the labels that have been lost wherever a value in a block may be an answer, by
// what says yes; maybe is false if it never is.
func (p *program) provedBy(v ssa.Value, b *ssa.BasicBlock, yes []yes, answer string) (labels taint.Labels, maybe bool) {
	p.answers(v, b, nil, answer, func(v ssa.Value, at, to *ssa.BasicBlock) {
		var here taint.Labels
		of, is := asked(v, answer)
		for _, y := range yes {
			if y.block != nil && y.block.Dominates(at) || y.value != nil && (y.value == v && y.answer == answer || y.value == of && y.answer == is) ||
				y.way.from == at && to != nil && y.way.to() == to && at.Succs[0] != at.Succs[1] {
				here = here.Union(y.labels)
			}
		}
		if !maybe {
			labels, maybe = here, true
			return
		}
		labels = labels.Without(labels.Without(here))
	}, make(map[ssa.Value]bool))
	return labels, maybe
}

// answers calls maybe for each value that v may be, with the block that it comes
// from and the one that it gets to, unless it cannot be the answer.
func (p *program) answers(v ssa.Value, at, to *ssa.BasicBlock, answer string, maybe func(v ssa.Value, at, to *ssa.BasicBlock), seen map[ssa.Value]bool) {
	if answer == returns {
		maybe(nil, at, to)
		return
	}
	if _, isConst := v.(*ssa.Const); seen[v] && !isConst { // a constant may come from several places
		return
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for i, e := range v.Edges {
			p.answers(e, v.Block().Preds[i], v.Block(), answer, maybe, seen)
		}
		return
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Bool && answer == strconv.FormatBool(!constant.BoolVal(v.Value)) {
			return
		}
		if answer == isFound && isNumberOf(v, -1) {
			return
		}
	case *ssa.MakeInterface, *ssa.Alloc: // a value of a type, or a new variable, hence not nil
		if answer == "nil" {
			return
		}
	case *ssa.Call:
		if answer == "nil" && (isNewError(v) || p.makes(v)) {
			return
		}
	case *ssa.UnOp:
		// A package-level error that is made once.
		if g, ok := v.X.(*ssa.Global); ok && answer == "nil" && v.Op == token.MUL && isNewError(p.initial(g)) {
			return
		}
	}
	maybe(v, at, to)
}

// isNewError reports whether v is an error that has just been made.
func isNewError(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := c.Call.StaticCallee()
	return fn != nil && slices.Contains([]string{"errors.New", "fmt.Errorf"}, fn.String())
}

// makes reports whether a call returns a new variable: of a function of the program, which returns nothing else, or of one
// of a library that says so by its name.
//
//	return mcp.NewToolResultError("no such file")
func (p *program) makes(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Signature.Results().Len() != 1 || !isPointer(fn.Signature.Results().At(0).Type()) {
		return false
	}
	if len(fn.Blocks) == 0 {
		return fn.Pkg != nil && p.isForeign(fn.Pkg.Pkg) && strings.HasPrefix(fn.Name(), "New")
	}
	made := false
	for _, b := range fn.Blocks {
		if r, ok := last(b).(*ssa.Return); ok {
			if _, made = r.Results[0].(*ssa.Alloc); !made {
				return false
			}
		}
	}
	return made
}

// A yes is what proves something of a parameter: that a block runs, that a way is taken, or that
// a value is the answer.
type yes struct {
	block  *ssa.BasicBlock
	way    way
	value  ssa.Value
	answer string
	labels taint.Labels
}

// yes returns where validators say yes to a parameter, or to what is made of it.
func (p *program) yes(fn *ssa.Function, param ssa.Value) (out []yes) {
	proved := make(proofs)
	add := func(v ssa.Value, ways []way, labels taint.Labels) (kept taint.Labels) {
		made := origins(v)
		n := slices.IndexFunc(made, func(o origin) bool { return o.value == param })
		if n < 0 {
			return nil
		}
		kept = made[n].keeps(labels)
		for _, w := range ways {
			out = append(out, yes{way: w, labels: kept})
			if lost := proved.add(param, w, kept); len(lost) > 0 {
				out = append(out, yes{block: w.to(), labels: lost})
			}
		}
		return kept
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.BinOp:
				for _, c := range p.comparisons(i) {
					kept := add(c.value, answered(i, c.answer), c.labels)
					out = append(out, yes{value: i, answer: c.answer, labels: kept})
				}
			case *ssa.Lookup:
				for _, found := range p.members(i) {
					kept := add(i.Index, answered(found, "true"), exactMarks)
					out = append(out, yes{value: found, answer: "true", labels: kept})
				}
			case *ssa.Call:
				for _, k := range p.checksOf(i) {
					arg := k.value(i)
					if arg == nil || k.elements {
						continue
					}
					kept := add(arg, answered(i, k.answer), settled(k.labels, arg))
					if k.answer == returns {
						out = append(out, yes{block: b, labels: kept})
					} else {
						out = append(out, yes{value: i, answer: k.answer, labels: kept})
					}
				}
			}
		}
	}
	for _, l := range p.letterLoops(fn) {
		add(l.text, []way{l.done()}, l.lost)
	}
	for _, y := range p.flagged(fn, param, out) {
		out = append(out, y)
		if lost := proved.add(param, y.way, y.labels); len(lost) > 0 {
			out = append(out, yes{block: y.way.to(), labels: lost})
		}
	}
	return out
}

// checksOf returns what the callee of c proves: what rows say, or its own code.
func (p *program) checksOf(c *ssa.Call) []check {
	if c.Call.IsInvoke() {
		out, _ := p.rowChecks(library.KeyOf(c.Call.Method), c, 0)
		return out
	}
	fn := c.Call.StaticCallee()
	if fn == nil {
		return nil
	}
	if obj := funcid.Declared(fn); obj != nil {
		first := 0
		if obj.Signature().Recv() != nil {
			first = 1
		}
		out, known := p.rowChecks(library.KeyOf(obj), c, first)
		if leavesOut(c) {
			out = append(out, check{param: 0, labels: pathMarks, answer: "false"})
		}
		out = append(out, lacks(c)...)
		out = append(out, dashChecks(c)...)
		out = append(out, p.metaChecks(c)...)
		out = append(out, letterChecks(c)...)
		out = append(out, p.foldChecks(c)...)
		switch {
		case known:
			return out
		case fn.Pkg != p.in.Pkg:
			return append(out, p.checksElsewhere(obj)...)
		}
		return append(out, p.checks(fn)...)
	}
	return p.checks(fn)
}

// checksElsewhere returns what a function of another package proves by its own code.
func (p *program) checksElsewhere(fn *types.Func) (out []check) {
	s := p.summary(funcid.OfObject(fn), nil)
	if s == nil {
		return nil
	}
	for _, c := range s.Checks {
		out = append(out, check{param: c.Param, labels: c.Labels, answer: c.Answer, elements: c.Elements, result: c.Result})
	}
	return out
}

// leavesOut reports whether c looks if a path relative to a directory leads out of it: where
// the answer is no, it does not.
//
//	rel, err := filepath.Rel(dir, name)
//	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
func leavesOut(c *ssa.Call) bool {
	if fn := c.Call.StaticCallee(); fn == nil || fn.String() != prefixKey {
		return false
	}
	rel := c.Call.Args[0]
	if !slices.ContainsFunc(origins(rel), func(o origin) bool { return isRelative(o.value) }) {
		return false
	}
	switch text, _ := constantText(c.Call.Args[1]); text {
	case "..":
		return true
	case "../", "..\\":
		return slices.ContainsFunc(*rel.Referrers(), isParent)
	}
	return false
}

// isRelative reports whether v is what filepath.Rel returns.
func isRelative(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	return ok && c.Call.StaticCallee() != nil && c.Call.StaticCallee().String() == relKey
}

// isParent reports whether an instruction compares something with "..".
func isParent(instr ssa.Instruction) bool {
	i, ok := instr.(*ssa.BinOp)
	if !ok || i.Op != token.EQL && i.Op != token.NEQ {
		return false
	}
	return isConstant(i.X, "..") || isConstant(i.Y, "..")
}

// rowChecks returns what the validators among the rows of a function prove; first is
// the index of its first argument as the user counts them. It is not known what else the
// function proves if there are no rows, or only open ones.
func (p *program) rowChecks(key string, c *ssa.Call, first int) (out []check, known bool) {
	rows := p.in.Table.Rows(key)
	for _, r := range rows {
		for _, at := range r.Places {
			if n := at.Index + first; r.Verb == library.VerbValidator && !at.Result && n >= 0 && n < len(c.Call.Args) {
				out = append(out, check{param: n, labels: p.proves(r, c, n), answer: r.Answer})
			}
		}
	}
	return out, slices.ContainsFunc(rows, isClosed)
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

// checked adds what a call proves of its arguments and its results.
func (f *frame) checked(v *ssa.Call) {
	for _, k := range f.checksOf(v) {
		switch arg := k.value(v); {
		case arg == nil:
		case k.elements:
			f.cleanedElements(arg, answered(v, k.answer), k.labels)
		case k.answer == returns:
			f.cleanedBehind(arg, v, settled(k.labels, arg).Without(taint.Labels{markIfClean}))
		default:
			f.cleaned(arg, v, answered(v, k.answer), settled(k.labels, arg).Without(taint.Labels{markIfClean}))
		}
	}
}

// cleaned says that v, and what it was made of, has lost labels where ways lead to, since by, nil for the ends of these ways, has read it.
func (f *frame) cleaned(v ssa.Value, by ssa.Instruction, ways []way, labels taint.Labels) {
	f.forms(v, by, labels, func(v ssa.Value, reads []ssa.Instruction, labels taint.Labels) { f.cleanedAt(v, reads, ways, labels) })
}

// cleanedBehind is cleaned for whatever runs after a call that does not return unless it likes v.
func (f *frame) cleanedBehind(v ssa.Value, c *ssa.Call, labels taint.Labels) {
	f.forms(v, c, labels, func(v ssa.Value, reads []ssa.Instruction, labels taint.Labels) {
		f.cleans = append(f.cleans, clean{value: v, block: c.Block(), after: c, labels: labels, reads: reads})
	})
}

// forms calls lost for what v was made of, and what is made of it, with the labels that these have lost where v has, and with
// what reads them for that.
func (f *frame) forms(v ssa.Value, by ssa.Instruction, labels taint.Labels, lost func(v ssa.Value, reads []ssa.Instruction, labels taint.Labels)) {
	for _, o := range origins(v) {
		kept := o.keeps(labels)
		if len(kept) == 0 {
			continue
		}
		if o.reads == nil && by != nil {
			o.reads = []ssa.Instruction{by}
		}
		for _, value := range f.memory.again(o.value) {
			lost(value, o.reads, kept)
			for _, same := range cleanedForms(value) {
				lost(same, o.reads, kept.Without(kept.Without(waysOut)))
			}
			for _, part := range trimmedForms(value) {
				lost(part, o.reads, keptByPart(kept))
			}
		}
	}
}

func (f *frame) cleanedAt(v ssa.Value, reads []ssa.Instruction, ways []way, labels taint.Labels) {
	if len(labels) == 0 {
		return
	}
	for _, w := range ways {
		at := passed{value: v, block: w.to()}
		f.reads[at] = append(f.reads[at], reads...)
		if lost := f.proofs.add(v, w, labels); len(lost) > 0 {
			f.cleans = append(f.cleans, clean{value: v, block: w.to(), labels: lost, reads: slices.Clone(f.reads[at])})
		}
	}
}

// trimmedForms returns what functions make of a text by leaving out its beginning or its end, or by saying twice what they find in it, as is
// done with quotes.
func trimmedForms(v ssa.Value) (out []ssa.Value) {
	uses := v.Referrers()
	if uses == nil {
		return nil // a constant, or a variable of a package
	}
	for _, ref := range *uses {
		c, ok := ref.(*ssa.Call)
		if !ok || c.Call.StaticCallee() == nil || len(c.Call.Args) == 0 || c.Call.Args[0] != v {
			continue
		}
		if name := c.Call.StaticCallee().String(); strings.HasPrefix(name, "strings.Trim") || name == "strings.ReplaceAll" && isDoubled(c) {
			out = append(append(out, c), trimmedForms(c)...)
		}
	}
	return out
}

// isDoubled reports whether a call of strings.ReplaceAll says twice what it finds.
func isDoubled(c *ssa.Call) bool {
	old, known := constantText(c.Call.Args[1])
	twice, isText := constantText(c.Call.Args[2])
	return known && isText && old != "" && old != "." && twice == old+old
}

// keptByPart returns which of the labels that a text has lost its parts have lost, too: a part has nothing in it that the text has not.
// Where both marks of paths are lost, the text has no slash.
func keptByPart(labels taint.Labels) taint.Labels {
	kept := taint.NewLabels(taint.MarkMeta, taint.MarkOf("sql"))
	if labels.Contains(nameOnly) {
		kept = kept.Union(nameOnly)
	}
	if labels.Has(markNoDots) {
		kept = kept.Union(taint.NewLabels(markNoDots, markNoParent, taint.MarkFolder))
	}
	return labels.Without(labels.Without(kept))
}

// cleanedForms returns what a function makes of a path that leads where the path does: what is
// relative, or has no "..", is so when it is cleaned.
func cleanedForms(v ssa.Value) (out []ssa.Value) {
	uses := v.Referrers()
	if uses == nil {
		return nil // a constant, or a variable of a package
	}
	for _, ref := range *uses {
		c, ok := ref.(*ssa.Call)
		if !ok || len(c.Call.Args) != 1 {
			continue
		}
		fn := c.Call.StaticCallee()
		if isSlashed(c) || fn != nil && (fn.String() == "path/filepath.Clean" || fn.String() == "path.Clean") {
			out = append(out, c)
			out = append(out, cleanedForms(c)...)
		}
	}
	return out
}
