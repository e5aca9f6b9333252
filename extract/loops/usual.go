package loops

// This file finds questions that are switched off unless whoever runs the program says otherwise.
//
//	auto := flag.Bool("auto", true, "run tools without asking")
//	…
//	if !*auto && !confirm(call) {
//		return "denied"
//	}

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// switchedOff returns the gate of a tool before which somebody is asked in a program that is told so,
// and nobody in one that is told nothing. In is what to decide the gate by: see gate and serverGate.
func (j *judge) switchedOff(asked stand, in func(*judge) stand) (g graph.Gate, ok bool) {
	if asked.grade != switched || !asked.asks.IsValid() {
		return g, false
	}
	u := newJudge(j.chart, j.cy, j.tool)
	u.usually = &usual{by: make(map[string]bool)}
	if in(u).grade != free || len(u.usually.by) == 0 {
		return g, false
	}
	var names []string
	for name := range u.usually.by {
		names = append(names, name)
	}
	slices.Sort(names)
	slip := graph.Slip{Way: graph.SlipOff, Words: strings.Join(names, " and ")}
	if u.usually.unset == len(names) {
		slip.Way = graph.SlipUnset
	}
	return graph.Gate{Kind: graph.GateIgnored, Pos: asked.asks, Slip: slip}, true
}

// A usual is a program that is told nothing.
type usual struct {
	by    map[string]bool // what would say otherwise, as far as that was looked at
	unset int             // of these, hooks that nothing sets
}

// says returns the stand of a run in which a variable or a field is what is wanted, if it is known what
// it is where nobody sets it.
func (u *usual) says(c *chart, name string, w want) (s stand, known bool) {
	if (w.text == isNil || w.text == isSome) && c.isUnset(name) {
		if by := stateName(name); !u.by[by] {
			u.by[by], u.unset = true, u.unset+1
		}
		return w.met(isNil), true
	}
	n, by, known := c.numbers.first(c.net.named(name))
	if !known {
		return s, false
	}
	text := strconv.Itoa(n)
	if w.text == valueflow.True || w.text == "false" {
		text = strconv.FormatBool(n != 0)
	}
	if by == "" {
		by = stateName(name)
	}
	u.by[by] = true
	return w.met(text), true
}

// first returns what a variable or a field is from the beginning, and what may set it to something else,
// "" if nothing does. It is known where it has one value, whoever makes it, until somebody who runs the
// program says otherwise.
func (num *numbers) first(p place) (n int, by string, known bool) {
	if p == noPlace || !num.main || num.grows[p] != "" {
		return 0, "", false
	}
	may := num.at(p)
	if may.open || may.said || len(may.cuts) > 0 || len(may.by) > 1 {
		return 0, "", false
	}
	if len(may.by) == 1 {
		by = may.by[0].name
	}
	values := slices.Compact(slices.Clone(may.consts))
	isFlag := strings.HasPrefix(num.entered[p], "flag ") && len(values) > 0 // which sets it to its default
	if !isFlag && num.mayBeLeft(p) && !slices.Contains(values, 0) {
		values = append(values, 0)
	}
	if len(values) != 1 {
		return 0, "", false
	}
	return values[0], by, true
}

// mayBeLeft reports whether a variable or a field may have its zero value because nobody has set it yet.
func (num *numbers) mayBeLeft(p place) bool {
	name := num.names[p]
	kind, _, _ := strings.Cut(name, " ")
	switch kind {
	case "f":
		return num.isLacked(p)
	case "v":
		return !slices.ContainsFunc(num.funcs, func(fn *function) bool {
			return strings.HasSuffix(fn.ID, ".init") && slices.ContainsFunc(fn.Sets, func(s valueflow.Set) bool { return fn.at(s.To) == p })
		})
	}
	return true
}
