package cliagents

// This file reads functions of the program that the process asks about a call: a permission
// handler, a hook.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// An answer is what becomes of the calls of a tool: the higher, the more of them run unasked.
type answer uint8

const (
	denied answer = iota // none of them runs
	asked                // a human agrees first
	passed               // somebody else decides
	unsure               // code decides, in a way that was not understood
	free                 // they run
)

// A ruling is an answer and what gives it.
type ruling struct {
	answer answer
	pos    graph.Pos
	vain   graph.Gate // of calls that run: the question that a human was asked although nobody agreed
}

// A reading says what a value that such a function returns means.
type reading func(v assembly.Value) answer

// judge returns what a function answers in all. It is the answer of a human only where each
// way that does not deny depends on theirs.
func (a *assembler) judge(b *assembly.Behaviour, means reading) ruling {
	if !b.Known {
		return ruling{answer: unsure, pos: b.Pos}
	}
	ways := make(map[answer]bool)
	inverted := b.Confirms() && b.Has("human")
	for _, r := range a.Returns(b) {
		ans := means(r.Value)
		if ans == free {
			inverted = inverted && r.Guard.Refused()
		}
		if ans != denied && r.Guard.Agreed() {
			ans = asked
		}
		ways[ans] = true
	}
	switch {
	case ways[free] && len(ways) == 1 && b.Has("human"):
		return ruling{free, b.Pos, inVain(b, graph.SlipAny)}
	case ways[free] && len(ways) == 1:
		return ruling{answer: free, pos: b.Pos}
	case ways[free] && inverted && !ways[unsure] && !ways[asked]:
		return ruling{unsure, b.Pos, inVain(b, graph.SlipRefusal)}
	case ways[unsure] || ways[free]: // free on some ways only
		return ruling{answer: unsure, pos: b.Pos}
	case ways[passed]:
		return ruling{answer: passed, pos: b.Pos}
	case ways[asked]:
		return ruling{answer: asked, pos: question(b)}
	}
	return ruling{answer: denied, pos: b.Pos}
}

// inVain returns the gate that a question is whose answer does not hold calls back.
func inVain(b *assembly.Behaviour, way graph.SlipWay) graph.Gate {
	i := slices.IndexFunc(b.Effects, isQuestion)
	return graph.Gate{Kind: graph.GateIgnored, Pos: assembly.Outermost(b.Effects[i]), Slip: graph.Slip{Way: way}}
}

// question returns where a function asks a human.
func question(b *assembly.Behaviour) graph.Pos {
	if i := slices.IndexFunc(b.Effects, isQuestion); i >= 0 {
		return b.Effects[i].Pos
	}
	return b.Pos
}

func isQuestion(e assembly.Effect) bool { return e.Kind == "human" }

// weakest returns the ruling that holds back the fewest calls, of each that v may be.
func weakest(v assembly.Value, of func(assembly.Value) ruling) ruling {
	var out ruling
	for i, x := range v.Each() {
		if r := of(x); i == 0 || r.answer > out.answer {
			out = r
		}
	}
	return out
}
