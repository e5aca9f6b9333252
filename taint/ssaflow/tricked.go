package ssaflow

// This file tries checks of lines for a shell: what they let through of the commands that package trial has.

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/trial"
	"github.com/agentvet/agentvet/taint"
)

// Tricks are lines for a shell that a function takes for harmless ones, and does not what they do, by what it answers.
type tricks map[string][]string

// A tryout is what came of trying a function.
type tryout struct {
	param  int // that it was tried with
	tricks tricks
	// holds: there is an answer that it gives for harmless commands, and for none of those that do harm.
	holds bool
}

// tryOut tries a function of the package. It is known what comes of that if it tells what some commands do from what they look like: of one that
// lets any program through, its form says more.
func (p *program) tryOut(fn *ssa.Function) (out tryout, known bool) {
	if fn.Parent() != nil || fn.Pkg != p.in.Pkg || fn.Blocks == nil {
		return out, false
	}
	runner := p.runner()
	all, ok := p.tried[fn]
	if !ok {
		all = runner.Try(fn)
		p.tried[fn] = all
	}
	results := fn.Signature.Results()
	i := slices.IndexFunc(all, func(t trial.Tried) bool {
		return t.Field == "" && t.Result == answering(results, t.Says[0]) && tellsYes(results.At(t.Result).Type())
	})
	if i < 0 {
		return out, false
	}
	t := &all[i]
	out = tryout{param: t.Param, tricks: make(tricks)}
	harmless, open := make(map[string]bool), make(map[string]bool)
	for n, command := range trial.Commands() {
		if !command.GetsAround() {
			continue
		}
		looks := t.SaysOf(command.Looks)
		harmless[looks] = true
		open[looks] = open[looks] || !t.Tells(n)
		if command.Shell && t.Misses(n) {
			out.tricks[looks] = append(out.tricks[looks], command.Text)
		}
	}
	for answer := range harmless {
		out.holds = out.holds || len(out.tricks[answer]) == 0 && !open[answer]
	}
	return out, out.holds || len(out.tricks) > 0
}

// runner returns what runs functions of the package.
func (p *program) runner() *trial.Runner {
	if p.trials == nil {
		p.trials, p.tried = trial.New(p.in.Pkg, declared(p.in.Pkg)), make(map[*ssa.Function][]trial.Tried)
	}
	return p.trials
}

// isTried reports whether it is known what came of trying a function.
func (p *program) isTried(fn *ssa.Function) bool {
	_, known := p.tryOut(fn)
	return known
}

// parts returns what taint.Tests say of a tryout: with other checks it may be enough, whatever it lets through.
func (t *tryout) parts() []string {
	out := []string{""}
	for _, answer := range slices.Sorted(maps.Keys(t.tricks)) {
		out = append(out, taint.WeakTried+answer+" "+t.tricks[answer][0])
	}
	return out
}

// toldTricks returns the tricks among the tests of a function of another package, nil if it was not tried.
func toldTricks(tests []taint.Test) tricks {
	var out tricks
	for _, t := range tests {
		if part, tried := strings.CutPrefix(t.Part, taint.WeakTried); tried {
			answer, text, _ := strings.Cut(part, " ")
			if out == nil {
				out = make(tricks)
			}
			out[answer] = []string{text}
		}
	}
	return out
}

// triedWith returns the argument of a call of which the function looks at less than a shell does, as a trial has shown.
func (f *frame) triedWith(c *ssa.Call, fn *ssa.Function) weakness {
	out, _ := f.tryOut(fn)
	if len(out.tricks) == 0 || out.param >= len(c.Call.Args) {
		return weakness{}
	}
	return weakness{part: taint.WeakTried, value: c.Call.Args[out.param], pos: c.Pos(), call: c, tricks: out.tricks}
}

// letThrough returns what gets through a check on one of the ways out of a block that ends with a condition, if the condition is the answer
// of the check.
func (w *weakness) letThrough(cond ssa.Value, side int) []string {
	v, answer := asked(cond, strconv.FormatBool(side == 0))
	if v != ssa.Value(w.call) {
		return nil
	}
	return w.tricks[answer]
}

// passed returns what there is to say of a check that does not stop what it looks at before it comes to a block. A check that was tried does
// if none of the lines that it lets through gets past the other conditions on the way.
//
//	if strings.Contains(line, ";") || !isHarmless(line) {
func (f *frame) passed(w *weakCheck, to *ssa.BasicBlock) (hop taint.Hop, ok bool) {
	if w.side == anySide {
		return w.hop, true
	}
	for _, text := range w.lets {
		stops := func(b *ssa.BasicBlock) bool {
			branch, isBranch := last(b).(*ssa.If)
			if !isBranch || b == w.block || !b.Dominates(to) || !f.rejects(b, to) {
				return false
			}
			holds, known := f.runner().Holds(branch.Cond, w.values, text)
			return known && holds != f.leadsBy(b, 0, to)
		}
		if !slices.ContainsFunc(f.fn.Blocks, stops) {
			hop = w.hop
			hop.Name = taint.WeakTried + text
			return hop, true
		}
	}
	return hop, false
}
