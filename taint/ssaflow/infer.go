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

// A check is what a function proves of a parameter by an answer.
type check struct {
	param    int // the receiver counted
	labels   taint.Labels
	answer   string
	elements bool // it is about all elements of the parameter, a list
}

// maxPhis is how many joins of control a value is looked for behind.
const maxPhis = 4

// checks returns what fn proves of its parameters: its last result is true, false or nil
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
	var answers []string
	switch t := fn.Signature.Results().At(n - 1).Type(); {
	case types.Identical(t.Underlying(), types.Typ[types.Bool]):
		answers = []string{"true", "false"}
	case isError(t), isPointer(t): // what to answer if it is refused
		answers = []string{"nil"}
	}
	for i, param := range fn.Params {
		for _, answer := range answers {
			if labels, any := p.proved(fn, p.yes(fn, param), n-1, answer); any && len(labels) > 0 {
				out = append(out, check{param: i, labels: labels, answer: answer})
			}
			if labels, any := p.proved(fn, p.yesOfElements(fn, param), n-1, answer); any && len(labels) > 0 {
				out = append(out, check{param: i, labels: labels, answer: answer, elements: true})
			}
		}
	}
	return out
}

// proved returns the labels that a parameter has lost wherever fn may give an answer, by what
// says yes to it; any is false if it never does.
func (p *program) proved(fn *ssa.Function, yes []yes, result int, answer string) (labels taint.Labels, any bool) {
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		switch here, maybe := p.provedBy(r.Results[result], b, yes, answer); {
		case !maybe:
		case !any:
			labels, any = here, true
		default:
			labels = labels.Without(labels.Without(here))
		}
	}
	return labels, any
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
					if k.param < len(i.Call.Args) && !k.elements {
						arg := i.Call.Args[k.param]
						kept := add(arg, answered(i, k.answer), settled(k.labels, arg))
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
		out = append(out, check{param: c.Param, labels: c.Labels, answer: c.Answer, elements: c.Elements})
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

// sameFile are functions whose result names the same file as their argument, or the
// directory of it, and sameText those whose result differs from it in nothing that
// does harm.
var (
	sameFile = []string{
		"path/filepath.Abs", "path/filepath.Clean", "path/filepath.EvalSymlinks", "path/filepath.Dir", "path/filepath.FromSlash",
		"path/filepath.ToSlash", "path.Clean", "path.Dir",
	}
	sameText = []string{"strings.TrimSpace", "strings.ToLower", "strings.ToUpper"}
	// sameHost are those whose result is of the same host.
	sameHost = []string{"(*net/url.URL).Hostname", "net/url.Parse", "net/url.ParseRequestURI"}
)

// An origin is a value that another was made of. If file, host or begin is set, the two name one
// file, are of one host, or begin alike, and what is proved of one as a text says nothing of the
// other. A URL that has a certain host does not begin with a dash.
type origin struct {
	value  ssa.Value
	parent bool // it names the folder of this one, the end of which may be ".."
	file   bool
	links  bool              // and symbolic links have been followed
	host   bool              // it is the host of this one, a URL
	begin  bool              // this one begins with it
	reads  []ssa.Instruction // what read the value, to make the other one
}

// with returns o with what two ways to make one value of another both leave of it.
func (o origin) with(p origin) origin {
	o.parent, o.file, o.links, o.host, o.begin = o.parent || p.parent, o.file || p.file, o.links || p.links, o.host || p.host, o.begin || p.begin
	return o
}

// readBy returns o, which join has on one way, read by what reads it on another one, too.
func (o origin) readBy(join *ssa.Phi, reads []ssa.Instruction) origin {
	if o.reads == nil || reads == nil {
		reads = append(slices.Clip(reads), join)
	}
	o.reads = slices.Concat(o.reads, reads)
	return o
}

// keeps returns which of the labels that a value has lost its origin has lost, too.
func (o origin) keeps(labels taint.Labels) taint.Labels {
	if o.links && labels.Has(taint.MarkOf("path")) {
		o.links = false
		return o.keeps(labels).Union(taint.Labels{taint.MarkOf(taint.KindLink)})
	}
	switch {
	case o.begin:
		return labels.Without(labels.Without(noOption))
	case o.file && o.host:
		return nil
	case o.parent:
		return labels.Without(labels.Without(taint.Labels{taint.MarkOf("path")}))
	case o.file && labels.Has(markIfClean):
		return taint.Labels{markIfClean}.Union(labels.Without(labels.Without(pathMarks)))
	case o.file:
		kept := labels.Without(labels.Without(waysOut))
		if kept.Has(markNoParent) {
			kept = kept.Without(taint.Labels{markNoParent}).Union(taint.Labels{markNotUp})
		}
		return kept
	case !o.host:
		return labels
	}
	if !labels.Has(taint.MarkURL) {
		return nil
	}
	return taint.Labels{taint.MarkURL}.Union(noOption)
}

// origins returns v and the values that it was made of by functions that keep what a
// check is about.
func origins(v ssa.Value) []origin { return originsOf(v, 0) }

// common returns what all edges of a phi were made of.
func common(v *ssa.Phi, depth int) (out []origin) {
	if depth >= maxPhis {
		return nil
	}
	for i, e := range v.Edges {
		made := originsOf(e, depth+1)
		if i == 0 {
			out = made
			continue
		}
		var both []origin
		for _, o := range out {
			if n := slices.IndexFunc(made, func(m origin) bool { return m.value == o.value }); n >= 0 {
				both = append(both, o.with(made[n]).readBy(v, made[n].reads))
			}
		}
		out = both
	}
	return out
}

func originsOf(v ssa.Value, depth int) []origin {
	out := []origin{{value: v}}
	for i := 0; i < len(out); i++ {
		for _, n := range madeOf(out[i].value, depth) {
			n = n.with(out[i])
			if by, ok := out[i].value.(ssa.Instruction); ok && n.reads == nil {
				n.reads = []ssa.Instruction{by}
			}
			if !slices.ContainsFunc(out, func(o origin) bool { return o.value == n.value }) {
				out = append(out, n)
			}
		}
	}
	return out
}

// madeOf returns what v was made of in one step.
func madeOf(v ssa.Value, depth int) []origin {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return []origin{{value: v.X}}
	case *ssa.ChangeType:
		return []origin{{value: v.X}}
	case *ssa.Extract:
		if v.Index == 0 {
			return []origin{{value: v.Tuple}}
		}
	case *ssa.Phi:
		return common(v, depth)
	case *ssa.BinOp:
		if _, known := constantText(v.Y); known && v.Op == token.ADD {
			return []origin{{value: v.X}}
		}
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.FieldAddr); ok {
			t, index := structOf(a)
			switch key := library.FieldKey(t, index); key {
			case hostKey:
				return []origin{{value: a.X, host: true}}
			case schemeKey:
				return []origin{{value: a.X, begin: true}}
			}
		}
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil {
			return nil
		}
		switch name := fn.String(); {
		case slices.Contains(sameText, name):
			return []origin{{value: v.Call.Args[0]}}
		case slices.Contains(sameFile, name):
			return []origin{{value: v.Call.Args[0], file: true, parent: strings.HasSuffix(name, ".Dir"), links: name == linksKey}}
		case name == relKey:
			return []origin{{value: v.Call.Args[1], file: true}}
		case slices.Contains(sameHost, name):
			return []origin{{value: v.Call.Args[0], host: true}}
		}
	}
	return nil
}

// checked adds what a call proves of its arguments.
func (f *frame) checked(v *ssa.Call) {
	for _, k := range f.checksOf(v) {
		switch {
		case k.param >= len(v.Call.Args):
		case k.elements:
			f.cleanedElements(v.Call.Args[k.param], answered(v, k.answer), k.labels)
		default:
			arg := v.Call.Args[k.param]
			f.cleaned(arg, v, answered(v, k.answer), settled(k.labels, arg).Without(taint.Labels{markIfClean}))
		}
	}
}

// cleaned says that v, and what it was made of, has lost labels where ways lead to, since by, nil for the ends of these ways, has read it.
func (f *frame) cleaned(v ssa.Value, by ssa.Instruction, ways []way, labels taint.Labels) {
	for _, o := range origins(v) {
		kept := o.keeps(labels)
		if len(kept) == 0 {
			continue
		}
		if o.reads == nil && by != nil {
			o.reads = []ssa.Instruction{by}
		}
		for _, value := range f.memory.again(o.value) {
			f.cleanedAt(value, o.reads, ways, kept)
			for _, same := range cleanedForms(value) {
				f.cleanedAt(same, o.reads, ways, kept.Without(kept.Without(waysOut)))
			}
			for _, part := range trimmedForms(value) {
				f.cleanedAt(part, o.reads, ways, keptByPart(kept))
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
