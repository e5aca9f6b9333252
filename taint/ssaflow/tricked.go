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
type tricks map[string]string

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
	if p.trials == nil {
		p.trials, p.tried = trial.New(p.in.Pkg, declared(p.in.Pkg)), make(map[*ssa.Function][]trial.Tried)
	}
	all, ok := p.tried[fn]
	if !ok {
		all = p.trials.Try(fn)
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
		if command.Shell && t.Misses(n) && out.tricks[looks] == "" {
			out.tricks[looks] = command.Text
		}
	}
	for answer := range harmless {
		out.holds = out.holds || out.tricks[answer] == "" && !open[answer]
	}
	return out, out.holds || len(out.tricks) > 0
}

// withstands reports whether a function of the package may keep a line for a shell harmless, as a trial has shown.
func (p *program) withstands(fn *ssa.Function) bool {
	out, _ := p.tryOut(fn)
	return out.holds
}

// parts returns what taint.Tests say of a tryout.
func (t *tryout) parts() (out []string) {
	if t.holds {
		out = append(out, "") // it is not known whether it is enough
	}
	for _, answer := range slices.Sorted(maps.Keys(t.tricks)) {
		out = append(out, taint.WeakTried+answer+" "+t.tricks[answer])
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
			out[answer] = text
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
func (w *weakness) letThrough(cond ssa.Value, side int) (trick string, ok bool) {
	v, answer := asked(cond, strconv.FormatBool(side == 0))
	if v != ssa.Value(w.call) {
		return "", false
	}
	trick, ok = w.tricks[answer]
	return trick, ok
}
