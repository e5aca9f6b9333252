package cliagents

// This file reads what stands between the model of Claude Code and a call: hooks, rules that
// deny, the mode, rules that allow, and a function of the program.

import (
	"regexp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// rules are what decides on the calls of one session.
type rules struct {
	*session
	set         *settings
	allow, deny list
	allowAt     graph.Pos
}

func newRules(s *session, set *settings) *rules {
	r := &rules{session: s, set: set, allowAt: s.Pos}
	for _, g := range set.allow {
		l := readList(g.Value)
		r.allow.all = append(r.allow.all, l.all...)
		r.allowAt = s.a.Place(g.option.Object())
		if l.more != nil {
			r.allow.more = l.more
		}
	}
	if len(set.deny) == 1 && set.deny[0].Sole {
		r.deny = readList(set.deny[0].Value)
	}
	for _, o := range s.a.ObjectsOf("mode") {
		client := s.a.Arg(o, "client").Object()
		if client == s.Object || client == nil && !set.once {
			set.modes = append(set.modes, given{Value: s.a.Arg(o, "mode"), option: s.a.Read(o), maybe: client == nil})
		}
	}
	return r
}

// removed reports whether a rule takes a tool away altogether.
func (r *rules) removed(o offer) bool {
	return covers(r.deny.sure, func(text string) bool {
		is, some := o.covered(text)
		return is && !some
	})
}

// rule returns what becomes of the calls of a tool.
func (r *rules) rule(o offer) ruling {
	if !r.set.once {
		if before := r.hooks(o); before.answer != passed {
			return before
		}
	}
	if by := r.byMode(o); by.answer != passed {
		return by
	}
	if o.asks == "" {
		return ruling{answer: free, pos: r.Pos}
	}
	if by := r.byList(o); by.answer != passed {
		return by
	}
	return r.byProgram(o)
}

// byMode returns what the mode of the session says of a tool.
func (r *rules) byMode(o offer) ruling {
	if len(r.set.bypass) > 0 {
		return ruling{answer: free, pos: r.a.Place(r.set.bypass[0].option.Object())}
	}
	out := ruling{answer: passed, pos: r.Pos}
	for _, m := range r.set.modes {
		at := r.a.Place(m.option.Object())
		for _, x := range m.Each() {
			mode, known := x.Text()
			skips := mode == "bypassPermissions" || mode == "acceptEdits" && o.asks == "edit"
			switch {
			case skips && !m.maybe:
				return ruling{answer: free, pos: at}
			case skips || !known:
				out = ruling{answer: unsure, pos: at}
			}
		}
	}
	return out
}

// byList returns what the rules that allow calls say of a tool. One that lets only some
// calls through, as Bash(git log:*), leaves the others to the program.
func (r *rules) byList(o offer) ruling {
	some := false
	for _, text := range r.allow.all {
		is, part := o.covered(text)
		if is && !part {
			return ruling{answer: free, pos: r.allowAt}
		}
		some = some || is
	}
	if some || r.allow.more != nil || r.set.files || r.set.prompt || r.set.loose && o.tool.Name == "Bash" {
		return ruling{answer: unsure, pos: r.allowAt}
	}
	return ruling{answer: passed, pos: r.Pos}
}

// byProgram returns what the function of the program says of a tool. Without one, calls are
// denied that nothing allows.
func (r *rules) byProgram(o offer) ruling {
	out := ruling{answer: denied, pos: r.Pos}
	if r.set.once {
		return out
	}
	for _, g := range r.set.ask {
		by := weakest(g.Value, func(fn assembly.Value) ruling {
			if fn.IsZero() {
				return ruling{answer: denied, pos: r.Pos}
			}
			return r.a.judge(fn.ObserveWith(assembly.Value{}, r.nameOf(o)), result)
		})
		if by.answer > out.answer {
			out = by
		}
	}
	return out
}

// nameOf returns the name of a tool for functions that get it, nothing if it is not known.
func (r *rules) nameOf(o offer) assembly.Value {
	if o.tool.Name == "" {
		return assembly.Value{}
	}
	return r.a.NewText(o.tool.Name)
}

// result returns what a value that the function of the program returns means.
func result(v assembly.Value) answer {
	made := v.Type()
	if u := v.Unknown(); u != nil {
		made = u.Row
	}
	switch made {
	case claudeRoot + "/internal/control.PermissionResultAllow", claudeRoot + ".NewPermissionResultAllow":
		return free
	case claudeRoot + "/internal/control.PermissionResultDeny", claudeRoot + ".NewPermissionResultDeny":
		return denied
	}
	if v.IsNil() {
		return denied
	}
	return unsure
}

// hooks returns what the hooks before a call of a tool say: one that denies is enough.
func (r *rules) hooks(o offer) ruling {
	out := ruling{answer: passed, pos: r.Pos}
	for _, h := range r.set.hooks {
		matches, known := h.matches(o)
		if known && !matches {
			continue
		}
		by := weakest(h.fn, func(fn assembly.Value) ruling { return r.a.judge(fn.ObserveWith(assembly.Value{}, r.input(o)), output) })
		switch {
		case by.answer == passed:
		case !known:
			out = ruling{answer: unsure, pos: by.pos}
		case by.answer <= asked:
			return by
		case by.answer > out.answer:
			out = by
		}
	}
	return out
}

// matches reports whether a hook is for a tool: its matcher is a regular expression over
// names, all of which an empty one matches.
func (h hook) matches(o offer) (is, known bool) {
	text, known := h.matcher.Text()
	if text == "" || !known {
		return true, known
	}
	if o.tool.Name == "" {
		return true, false
	}
	re, err := regexp.Compile("^(?:" + text + ")$")
	if err != nil {
		return true, false
	}
	return re.MatchString(o.tool.Name), true
}

// input returns what a hook before a call gets.
func (r *rules) input(o offer) assembly.Value {
	typ := claudeRoot + "/internal/control.PreToolUseHookInput"
	in := r.a.NewUnknown(reason.ModelChooses)
	if o.tool.Name != "" {
		in.Set(typ, "ToolName", r.nameOf(o))
	}
	return in.As("*" + typ)
}

// output returns what a value that a hook returns means.
func output(v assembly.Value) answer {
	if !v.IsStruct() {
		return unsure
	}
	texts := []assembly.Value{v.Field("Decision").Behind(), v.Field("HookSpecificOutput").Behind().Field("PermissionDecision").Behind()}
	out := passed
	for _, text := range texts {
		switch s, known := text.Text(); {
		case !known:
			return unsure
		case slices.Contains([]string{"block", "deny"}, s):
			return denied
		case slices.Contains([]string{"approve", "allow"}, s):
			out = free
		}
	}
	if stop := v.Field("Continue"); !stop.IsZero() {
		if goes, known := stop.Behind().Bool(); known && !goes {
			return denied
		}
	}
	return out
}
