package loops

// This file looks for commands that run although nobody is asked, where others that do no more are asked about or refused: a check of the
// program takes them for something else.
//
//	if isSafe(cmd) { // strings.HasPrefix(cmd, "ls ")
//		return Allow
//	}
//	return Ask

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/trial"
)

// A guise is the command that a model wants to run: one that gets around checks, or, bare, what that one does.
type guise struct {
	command int
	bare    bool
}

// anyCommand is any of those that get around checks: whatever a check says of one is possible.
const anyCommand = -1

// maxGuises is how many commands that checks tell apart are tried for a tool.
const maxGuises = 24

// evades notes of the gate of a tool, before which somebody is asked on some ways, which command gets past it: nobody is asked about it where a
// check does not see what it does, whatever the program was told; and of what it does undisguised somebody is asked, or it is refused,
// behind what such a check says of that, unless the program was told otherwise. Before finds what stands before the tool.
func (c *chart) evades(g *graph.Gate, cy *cycle, t *tool, before func(*judge) stand) {
	if g.Kind != graph.GateConditional || g.Slip.Way != graph.SlipNone {
		return
	}
	tricks := c.tricks()
	if len(tricks) == 0 {
		return
	}
	runs, shell := c.runsCommands(t)
	if !runs {
		return
	}
	seen := make(map[string]bool) // settings by which something was decided
	in := func(is guise, told setting) stand {
		j := newJudge(c, cy, t)
		j.guise, j.pinned, j.settings = &is, told, seen
		_, all := j.both(before(j))
		return all
	}
	if !in(guise{command: anyCommand}, setting{}).passes() {
		return
	}
	commands := trial.Commands()
	// try says whether a command gets by if the program was told something, and if so, whether somebody is asked about it undisguised.
	try := func(n int, told setting) (hidden stand, slips, asked bool) {
		hidden = in(guise{command: n}, told)
		if !hidden.passes() {
			return hidden, false, false
		}
		bare := in(guise{n, true}, told)
		return hidden, hidden.worst == free && bare.worst < free || bare.held && !hidden.held, bare.asks.IsValid()
	}
	note := func(n int, hidden stand, told setting) {
		g.Slip = graph.Slip{Way: graph.SlipGuise, Words: commands[n].Text, Does: commands[commands[n].Does].Text, Pos: hidden.missed, Where: told.String()}
	}
	passing := 0 // commands that get past a check, so that settings decide what comes of that
	for _, n := range tricks {
		if commands[n].Shell && !shell {
			continue
		}
		hidden, slips, _ := try(n, setting{})
		if slips {
			note(n, hidden, setting{})
			return
		}
		if !hidden.passes() || passing >= maxPassing {
			continue
		}
		passing++
		for _, told := range c.modes(seen) {
			if h, slips, asked := try(n, told); slips && (asked || g.Slip.Way == graph.SlipNone) {
				if note(n, h, told); asked {
					return
				}
			}
		}
	}
}

// maxPassing is how many commands are tried under modes, and maxModes under how many each.
const maxPassing, maxModes = 2, 12

// A setting is what the program was told of a variable or a field: a constant, as constText writes it. The zero setting is nothing.
type setting struct{ name, text string }

// String returns "Policy.Mode is "default"", and "" for the zero setting.
func (s setting) String() string {
	if s.name == "" {
		return ""
	}
	return stateName(s.name) + " is " + s.text
}

// modes returns what may be told of some settings that the program compares with several constants: each mode by itself, those of the settings
// first that have the most.
func (c *chart) modes(settings map[string]bool) (out []setting) {
	if c.settings == nil {
		c.settings = make(map[string][]setting)
		for _, fn := range c.funcs {
			if fn.Flow != nil {
				c.noteModes(fn)
			}
		}
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(settings)), func(name string) bool { return len(c.settings[name]) < 2 })
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(len(c.settings[b]), len(c.settings[a])) })
	for _, name := range names {
		out = append(out, c.settings[name]...)
	}
	return out[:min(len(out), maxModes)]
}

// noteModes notes the constants with which a function compares settings.
func (c *chart) noteModes(fn *function) {
	for i := range fn.Flow.Terms {
		t := &fn.Flow.Terms[i]
		if t.Op != valueflow.TermEqual || t.Args[0] == valueflow.NoTerm || t.Args[1] == valueflow.NoTerm {
			continue
		}
		x, y := &fn.Flow.Terms[t.Args[0]], &fn.Flow.Terms[t.Args[1]]
		if x.Op != valueflow.TermState || y.Op != valueflow.TermConst {
			continue
		}
		if told := (setting{x.Text, y.Text}); !slices.Contains(c.settings[x.Text], told) {
			c.settings[x.Text] = append(c.settings[x.Text], told)
		}
	}
}

// passes reports whether a check that does not see what a command does leads on with nobody asked, or only if the program was told so.
func (s stand) passes() bool { return s.worst >= switched }

// runsCommands reports whether what serves a tool runs programs with what the model chooses, and whether it has a shell run
// a line of the model's. One that asks a model in turn is an agent, of which the tools run commands.
func (c *chart) runsCommands(t *tool) (runs, shell bool) {
	look := func(fn *function, u *valueflow.Use) {
		isModels := func(arg valueflow.Place) bool { return arg != valueflow.NoPlace && c.args.seen[fn.at(arg)] }
		isOption := func(arg valueflow.Place) bool { return c.comesFrom(fn.at(arg), lineOptions) }
		if u.Runs && slices.ContainsFunc(u.Args, isModels) {
			runs, shell = true, shell || slices.ContainsFunc(u.Args, isOption)
		}
	}
	if t.inline {
		for i := range t.in.Outside {
			if u := &t.in.Outside[i]; slices.Contains(t.blocks, u.Block) {
				look(t.in, u)
			}
		}
	}
	for fn := range c.servedBy(t) {
		if c.direct[fn] {
			return false, false
		}
		for i := range fn.Outside {
			look(fn, &fn.Outside[i])
		}
	}
	return runs, shell
}

// lineOptions are those behind which a shell has a line to run.
var lineOptions = []string{"-c", "-lc", "-ic", "-ec", "-Command", "-command", "/c", "/C"}

// comesFrom reports whether one of some texts may be at a place.
func (c *chart) comesFrom(p place, texts []string) bool {
	return p != noPlace && slices.ContainsFunc(c.net.backward(p), func(from place) bool {
		return slices.ContainsFunc(c.made[from], func(v value) bool { return v.isText && slices.Contains(texts, v.text) })
	})
}

// tricks returns the commands that some check of the program does not see through: of those of which all checks say the same, the
// first that takes a shell, and the first that does not.
func (c *chart) tricks() []int {
	if c.tricky != nil {
		return c.tricky
	}
	var checks []*trial.Answers
	for _, fn := range c.funcs {
		for i := range fn.Tried {
			checks = append(checks, &fn.Tried[i].Answers)
		}
		for i := range fn.Checks {
			if check := &fn.Checks[i]; check.Looks && c.args.seen[fn.at(check.Text)] {
				checks = append(checks, &check.Answers)
			}
		}
	}
	out, seen := []int{}, make(map[string]bool)
	for n, command := range trial.Commands() {
		if !slices.ContainsFunc(checks, func(t *trial.Answers) bool { return t.Misses(n) }) {
			continue
		}
		var said strings.Builder
		fmt.Fprint(&said, command.Shell)
		for _, t := range checks {
			fmt.Fprintf(&said, "%d %d %d,", t.Of[n], t.Of[command.Does], t.Of[command.Looks])
		}
		if key := said.String(); !seen[key] && len(out) < maxGuises {
			seen[key] = true
			out = append(out, n)
		}
	}
	c.tricky = out
	return out
}

// ofCommand returns the stand of a run in which a result of a function that checks a command is what is wanted; known is false if it
// may be anything, as far as is known of the command.
func (o *order) ofCommand(s *site, c callee, result int32, field string, w want) (says stand, known bool) {
	if o.guise == nil {
		return stand{}, false
	}
	params := o.net.params(s, c)
	for i := range c.fn.Tried {
		t := &c.fn.Tried[i]
		if t.Result != int(result) || !isField(field, t.Field) || t.Param >= len(params) || params[t.Param] == noPlace || !o.args.seen[params[t.Param]] {
			continue
		}
		if o.guise.command == anyCommand {
			return stand{grade: free, past: past{missed: s.Pos, worst: free}}, true
		}
		n := o.guise.command
		if o.guise.bare {
			n = trial.Commands()[n].Does
		}
		says = w.met(t.SaysOf(n))
		if t.Misses(o.guise.command) {
			says.past = past{missed: s.Pos, worst: says.grade}
		}
		return says, true
	}
	return stand{}, false
}

// atCheck returns the stand of exit i of a block that ends with a check of the command, or behind one; known is false for others, and where
// nothing is known of the command.
//
//	if !strings.HasPrefix(in.Command, "ls ") && !ask(in.Command) {
func (o *order) atCheck(b int32, i int) (s stand, known bool) {
	if o.guise == nil {
		return stand{}, false
	}
	for k := range o.fn.Checks {
		t := &o.fn.Checks[k]
		if t.Block != b || !o.args.seen[o.fn.at(t.Text)] {
			continue
		}
		n := o.guise.command
		if n == anyCommand {
			s = stand{grade: free}
			if t.Looks {
				s.past = past{missed: t.Pos, worst: free}
			}
			return s, true
		}
		if o.guise.bare {
			n = trial.Commands()[n].Does
		}
		way := t.WayOf(n)
		if way.May == [2]bool{} { // it says nothing of the command
			continue
		}
		if !way.May[i] {
			return stand{}, true
		}
		s = freely
		for _, by := range way.After[i] {
			if before := o.branch(by.Block, by.Exit()); before.grade == agreed {
				s = s.and(before)
			}
		}
		if t.Looks && t.Misses(o.guise.command) {
			s.past = past{missed: t.Pos, worst: s.grade}
		}
		return s, true
	}
	return stand{}, false
}

// checked returns where a check is made of which a call hands on what it says, if it does not see what the command does: what comes of the
// call may hang on that.
//
//	decision := policy.Check(call.Name, isReadOnly(call.Args)) // strings.HasPrefix(cmd, "ls ")
func (o *order) checked(s *site) (at graph.Pos) {
	for _, g := range o.fn.Flow.Given {
		if o.guise == nil || o.fn.sites[g.Call] != s {
			continue
		}
		for _, not := range []bool{false, true} {
			at = firstAsk(at, o.saysAt(s.Block, g.Value, "", want{text: valueflow.True, not: not}).missed)
		}
	}
	return at
}

// behind returns the stand of what comes of a check, if it is made at a valid position.
func (s stand) behind(check graph.Pos) stand {
	if check.IsValid() {
		s.past = s.past.or(past{check, s.grade, s.asks.IsValid()})
	}
	return s
}

// isField reports whether the name of a place is that of a field of a struct type; "" is that of no field.
func isField(place, field string) bool {
	return place == field || field != "" && strings.HasSuffix(place, "."+field)
}
