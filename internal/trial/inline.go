package trial

// This file tries the conditions of a function on a text that it has: a check that is no function of its own.
//
//	if !strings.HasPrefix(in.Command, "ls ") && !ask(in.Command) {
//		return "denied"
//	}
//
// A part of the function runs: from a block before all that is made of the text to where no more conditions on it come, once for
// each way at branches that are not known. Where it cannot go on, whatever may come behind is left open.

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Branch is which ways the branch at the end of a block goes, by what a text is that the function has.
type Branch struct {
	Block int32
	Looks bool // its condition is made of the text; else only what came before decides
	Ways  []Way
	Answers
}

// A Way is where runs of a function go from a branch: by the side of a condition that holds, the first one, or by the other one. One to
// which no run comes has neither.
type Way struct {
	May [2]bool
	// After are, by side, the ways by branches that are not known which every run has gone before it takes that side.
	After [2][]Side
}

// A Side is one of the two ways from a branch.
type Side struct {
	Block int32
	No    bool // that of a condition that does not hold
}

// Exit returns which of the blocks behind the branch it leads to, the first one being 0.
func (s Side) Exit() int {
	if s.No {
		return 1
	}
	return 0
}

// WayOf returns where runs with a command go.
func (b *Branch) WayOf(command int) Way { return b.Ways[b.Of[command]] }

// An Inline is what comes of trying a text that a function has.
type Inline struct {
	Text     ssa.Value // one of the values that are the text
	Branches []Branch  // sorted by block
}

// Limits of what is run of one function.
const (
	maxTexts    = 6
	maxInline   = 400_000 // instructions, for one text
	maxForks    = 16      // runs with one command
	maxUnknowns = 8       // times that a run comes to a branch that is not known
	maxPart     = 5_000   // instructions of a run
)

// TryInline tries a function of the package with each of Commands for each text that its conditions are made of. It returns nothing for
// texts of which they tell no commands apart.
func (r *Runner) TryInline(fn *ssa.Function) (out []Inline) {
	for _, t := range textsOf(fn) {
		for _, start := range t.starts() {
			p := &part{Runner: r, text: t, start: start}
			if branches := p.try(); len(branches) > 0 {
				out = append(out, Inline{t.values[0], branches})
				break
			}
		}
	}
	return out
}

// A part is a part of a function that is run with a text.
type part struct {
	*Runner
	text  *ownText
	start *ssa.BasicBlock
	leads map[*ssa.BasicBlock]bool // to a condition that is made of the text
}

// try runs the part with all commands: first with those that are no disguise, of which it has to tell some apart.
func (p *part) try() []Branch {
	p.leads = before(append(gathered(p.start), p.text.branches...), p.start)
	if !p.leads[p.start] {
		return nil
	}
	p.initialise()
	spent := p.spent
	courses := make([]*course, len(Commands()))
	for _, disguised := range []bool{false, true} { // the first of them is no disguise
		for n, c := range Commands() {
			if c.GetsAround() != disguised {
				continue
			}
			courses[n] = p.with(c.Text)
			if p.spent-spent > maxInline || n == 0 && !p.decides(courses[n]) {
				return nil
			}
		}
		if !disguised && !p.tellsApart(courses) {
			return nil
		}
	}
	return p.branches(courses)
}

// decides reports whether it is known of a condition that is made of the text which way a course goes there.
func (p *part) decides(c *course) bool {
	return slices.ContainsFunc(p.text.branches, func(b *ssa.BasicBlock) bool { return c.ways[b] != nil && !c.open[b] })
}

// tellsApart reports whether a condition that is made of the text goes one way with one command, and another way with another one.
func (p *part) tellsApart(courses []*course) bool {
	return slices.ContainsFunc(p.text.branches, func(b *ssa.BasicBlock) bool {
		var first *course
		for _, c := range courses {
			if c == nil || c.ways[b] == nil {
				continue
			}
			if first == nil {
				first = c
			}
			if c.ways[b].May != first.ways[b].May {
				return true
			}
		}
		return false
	})
}

// branches returns what the courses with all commands say of those branches that do not go one way with all of them.
func (p *part) branches(courses []*course) (out []Branch) {
	for _, b := range p.start.Parent().Blocks {
		br := Branch{Block: int32(b.Index), Looks: slices.Contains(p.text.branches, b)}
		isOpen := func(c *course) bool { return c.open[b] }
		if _, isBranch := b.Instrs[len(b.Instrs)-1].(*ssa.If); !isBranch || !p.start.Dominates(b) || slices.ContainsFunc(courses, isOpen) {
			continue
		}
		for _, c := range courses {
			w := Way{}
			if got := c.ways[b]; got != nil {
				w = *got
			}
			i := slices.IndexFunc(br.Ways, w.equal)
			if i < 0 {
				i, br.Ways = len(br.Ways), append(br.Ways, w)
			}
			br.Of = append(br.Of, byte(i))
		}
		if len(br.Ways) > 1 && len(br.Ways) <= 1<<8 {
			out = append(out, br)
		}
	}
	return out
}

func (w *Way) equal(o Way) bool {
	return w.May == o.May && slices.Equal(w.After[0], o.After[0]) && slices.Equal(w.After[1], o.After[1])
}

// A course is where all runs with one command go.
type course struct {
	ways   map[*ssa.BasicBlock]*Way
	open   map[*ssa.BasicBlock]bool // where anything may come, or at whose end it is not known what does
	behind map[*ssa.BasicBlock]bool // see opens
}

// with returns the course of runs with a command.
func (p *part) with(text string) *course {
	c := &course{ways: make(map[*ssa.BasicBlock]*Way), open: make(map[*ssa.BasicBlock]bool), behind: make(map[*ssa.BasicBlock]bool)}
	runs := 0
	for work := []settings{nil}; len(work) > 0; {
		set := work[0]
		work = work[1:]
		t := p.run(text, set)
		runs++
		if fork := t.fork; fork != nil && runs+len(work)+2 <= maxForks {
			for _, yes := range []bool{true, false} {
				next := settings{fork: yes}
				maps.Copy(next, set)
				work = append(work, next)
			}
			continue
		}
		c.add(t)
		if t.endsIn != nil {
			c.opens(t.endsIn, p.start)
		}
	}
	return c
}

// add adds where a run goes.
func (c *course) add(t *trace) {
	for _, s := range t.sides {
		c.open[s.at] = c.open[s.at] || !s.known
		w := c.ways[s.at]
		if w == nil {
			w = new(Way)
			c.ways[s.at] = w
		}
		after := slices.Clone(t.passed[:s.passed])
		if w.May[s.side] {
			after = slices.DeleteFunc(slices.Clone(w.After[s.side]), func(side Side) bool { return !slices.Contains(after, side) })
		}
		w.May[s.side], w.After[s.side] = true, after
	}
}

// opens notes what may come behind the beginning of a block, until the part begins again.
func (c *course) opens(b, start *ssa.BasicBlock) {
	if !c.behind[b] {
		c.behind[b], c.open[b] = true, true
		for _, next := range b.Succs {
			if next != start {
				c.opens(next, start)
			}
		}
	}
}

// A trace is where one run goes.
type trace struct {
	sides  []taken
	passed []Side          // by branches that are not known, each once
	endsIn *ssa.BasicBlock // a block in which it could not go on
	fork   *ssa.If         // why: this branch is not known
}

// A taken is the first time that a run takes a side of a branch.
type taken struct {
	at     *ssa.BasicBlock
	side   int
	passed int  // how many of trace.passed it had gone before
	known  bool // what decides
}

func (t *trace) takes(b *ssa.BasicBlock, side int, known bool) {
	if !slices.ContainsFunc(t.sides, func(s taken) bool { return s.at == b && s.side == side }) {
		t.sides = append(t.sides, taken{b, side, len(t.passed), known})
	}
	if way := (Side{int32(b.Index), side == 1}); !known && !slices.Contains(t.passed, way) {
		t.passed = append(t.passed, way)
	}
}

// run runs the part once.
func (p *part) run(text string, set settings) *trace {
	started := &run{Runner: p.Runner, set: set, open: true, depth: 1, steps: maxSteps - maxPart, texts: make(map[ssa.Value]value), asks: p.text.parts}
	f := &frame{run: started, fn: p.start.Parent(), values: make(map[ssa.Value]value)}
	for _, v := range p.text.values {
		started.texts[v], f.values[v] = text, text
	}
	if recv := f.fn.Signature.Recv(); recv != nil && started.texts[f.fn.Params[0]] == nil {
		f.values[f.fn.Params[0]] = p.receiver(recv.Type())
	}
	t := &trace{}
	var from *ssa.BasicBlock
	for b := p.start; b != nil; {
		next := f.step(t, b, from)
		if next == p.start || !p.leads[next] {
			break
		}
		from, b = b, next
	}
	p.spent += started.steps - (maxSteps - maxPart)
	return t
}

// step runs a block, and returns the next one; nil if the run ends there.
func (f *frame) step(t *trace, b, from *ssa.BasicBlock) (next *ssa.BasicBlock) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case stuck:
			t.endsIn, next = b, nil
		case undecided:
			t.endsIn, t.fork, next = b, e.at, nil
		default:
			panic(e)
		}
	}()
	f.phis(b, from)
	next, _ = f.block(b)
	if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		_, known := f.get(branch.Cond).(bool)
		if !known {
			if f.visits == nil {
				f.visits = make(map[*ssa.If]int)
			}
			if f.visits[branch]++; f.visits[branch] > maxUnknowns {
				panic(stuck{})
			}
		}
		side := 1
		if next == b.Succs[0] {
			side = 0
		}
		t.takes(b, side, known)
	}
	return next
}

// gathered returns the blocks that end with a branch on what the way to them has set, as loops over lists have behind them.
func gathered(start *ssa.BasicBlock) (out []*ssa.BasicBlock) {
	for _, b := range start.Parent().Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !start.Dominates(b) {
			continue
		}
		cond := branch.Cond
		if not, isNot := cond.(*ssa.UnOp); isNot {
			cond = not.X
		}
		if _, isPhi := cond.(*ssa.Phi); isPhi {
			out = append(out, b)
		}
	}
	return out
}

// before returns the blocks that lead to one of some blocks without a way through start, these included, and start if it does.
func before(blocks []*ssa.BasicBlock, start *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	var add func(b *ssa.BasicBlock)
	add = func(b *ssa.BasicBlock) {
		if out[b] || !start.Dominates(b) {
			return
		}
		out[b] = true
		if b != start {
			for _, p := range b.Preds {
				add(p)
			}
		}
	}
	for _, b := range blocks {
		add(b)
	}
	return out
}

// spoil sets what a call may set to anything. What variables of the package hold that functions change is not known in the first place.
func (f *frame) spoil(c *ssa.CallCommon) {
	seen := make(map[any]bool)
	f.spoilt(f.get(c.Value), seen)
	for _, arg := range c.Args {
		f.spoilt(f.get(arg), seen)
	}
}

// spoilt sets the variables that a value refers to, to anything.
func (r *Runner) spoilt(v value, seen map[any]bool) {
	switch x := v.(type) {
	case *cell:
		if x != nil && !seen[x] && !r.shared[x] {
			seen[x] = true
			r.spoilt(x.v, seen)
			x.v = unknown{}
		}
	case *mapping:
		if x != nil && !r.shared[x] {
			x.keys, x.values = nil, nil
		}
	case list:
		for _, c := range x {
			r.spoilt(c, seen)
		}
	case record:
		for _, c := range x {
			r.spoilt(c, seen)
		}
	case boxed:
		r.spoilt(x.v, seen)
	case *closure:
		if x != nil {
			for _, b := range x.bound {
				r.spoilt(b, seen)
			}
		}
	}
}
