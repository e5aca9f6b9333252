package assembly

// This file is about workflows whose steps hand on a map.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/tally"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/recipe"
)

// keyed returns the functions of a workflow with the keys of its map as fields. ok is false if other code may write the map while a
// run goes on.
func (a *Assembly) keyed(w *graph.Workflow, t Tally) (k *tally.Keyed, ok bool) {
	var steps, routers []string
	for _, id := range t.Funcs {
		steps = append(steps, id)
	}
	for _, b := range w.Branches {
		routers = append(routers, b.Func)
	}
	slices.Sort(steps)
	slices.Sort(routers)
	k, ok = tally.Funcs(a.Functions().Func).Keyed(*t.Map, slices.Compact(steps), slices.Compact(routers))
	if !ok {
		return nil, false
	}
	begins := a.begins(t)
	if begins.exposed && !t.Map.Merged {
		return nil, false // whoever starts a run has the map, too
	}
	for _, b := range begins.list {
		if b.in.Op != recipe.OpCall || t.Runs[b.in.Sym] >= len(b.in.Args) || !t.isAlone(b) || !t.Map.Merged && !k.Owned(t.beginning(b)) {
			return nil, false
		}
	}
	return k, true
}

// beginning returns a call that starts a run in the form of package tally.
func (t Tally) beginning(b beginning) tally.Beginning {
	return tally.Beginning{Func: b.fn, Call: b.in, Passed: b.in.Args[t.Runs[b.in.Sym]], Runs: func(id string) bool { return t.Runs[id] > 0 }}
}

// starts returns what a term is in the state that a call passes.
func (t Tally) starts(b beginning, term tally.Term) (value int, ok bool) {
	if t.keyed != nil {
		return t.keyed.Start(t.beginning(b), term)
	}
	return tally.Start(b.fn, b.in.Args[t.Runs[b.in.Sym]], term)
}

// isAlone reports whether the settings that a call passes give the state to no callback.
func (t Tally) isAlone(b beginning) bool {
	settings := b.in.Args[min(t.Runs[b.in.Sym]+1, len(b.in.Args)):]
	if len(settings) != 1 {
		return len(settings) == 0
	}
	if settings[0] < 0 {
		return settings[0] != recipe.NoOperand && b.fn.Consts[^settings[0]].Kind == recipe.ConstNil
	}
	alone := false
	for _, block := range b.fn.Blocks {
		for _, in := range block.Instrs {
			switch {
			case in.Dst == settings[0]:
				alone = in.Op == recipe.OpAlloc || in.Op == recipe.OpCall && slices.Contains(t.Sets, in.Sym)
			case !slices.Contains(in.Args, settings[0]):
			case in.Op == recipe.OpFieldAddr && in.Sym != t.Callbacks, in.Op == recipe.OpCall && t.Runs[in.Sym] > 0:
			default:
				return false
			}
		}
	}
	return alone
}
