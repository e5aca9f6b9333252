package atmosphere

// This file says the same in the terms of agentvet.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/spell"
)

// YAML returns the policy file for plans. What the policy says of tools is in comments, as the tags and
// directives that say it in their code. The error is that an automaton has no rule.
func (p *Policy) YAML(file string) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# What %s, a policy of Atmosphere, says of runs, for agentvet.\nversion: 1\n", strconv.Quote(file))
	if !p.Branches {
		b.WriteString("checks: {linear-plans: true}\n")
	}
	rules := ""
	var errs []error
	for i := range p.Automata {
		a := &p.Automata[i]
		switch rule, err := a.Rule(); {
		case err != nil:
			errs = append(errs, err)
		case rule == "":
			rules += fmt.Sprintf("  # the automaton %q reaches no error state\n", a.Name)
		default:
			rules += fmt.Sprintf("  - name: %s\n    description: %s\n    rule: %s\n", slug(a.Name, i), strconv.Quote("no error state of the automaton "+a.Name), quoted(rule))
		}
	}
	if len(errs) > 0 {
		return "", errors.Join(errs...)
	}
	if strings.Contains(rules, "- name") {
		b.WriteString("policies:\n")
	}
	b.WriteString(rules)
	b.WriteString("grant:\n  - workflows: [plan]\n")
	fmt.Fprintf(&b, "    allowed: %s\n", list(p.Allowed))
	if len(p.Needs) > 0 {
		fmt.Fprintf(&b, "    capabilities: %s\n", list(p.Granted))
		b.WriteString(p.covered())
	}
	b.WriteString(p.tags())
	return b.String(), nil
}

// covered says which capabilities are granted here, and were not there: names were compared as they are.
func (p *Policy) covered() string {
	text := ""
	for _, need := range p.Needs {
		for _, c := range need.Capabilities {
			for _, g := range p.Granted {
				if strings.HasPrefix(c, g+".") && !slices.Contains(p.Granted, c) {
					text += fmt.Sprintf("    # %s covers %s, which %q needs; there, it does not\n", g, c, need.Tool)
				}
			}
		}
	}
	return text
}

// tags returns what belongs to the code of tools, as comments.
func (p *Policy) tags() string {
	var lines []string
	for _, s := range p.sinks() {
		tag := "forbid=" + strings.Join(s.forbid, "|")
		if s.title != "" {
			tag += ",name=" + s.title
		}
		lines = append(lines, fmt.Sprintf("%s.%s  sink:%q", s.tool, s.argument, tag))
	}
	for _, l := range p.Bounds {
		lines = append(lines, fmt.Sprintf("%s.%s  bound:%q", l.Tool, l.Argument, l.Limit.String()))
	}
	for _, need := range p.Needs {
		if len(need.Capabilities) > 0 {
			lines = append(lines, fmt.Sprintf("%s  //agentvet:capability %s", need.Tool, strings.Join(need.Capabilities, " ")))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "# This is about tools, and belongs to their code, or with -registry to the registry:\n#   " +
		strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n#   ") + "\n"
}

// A sink is all that must not reach an argument.
type sink struct {
	tool, argument, title string
	forbid                []string
	pos                   graph.Pos
}

func (p *Policy) sinks() (list []*sink) {
	for _, f := range p.Flows {
		i := slices.IndexFunc(list, func(s *sink) bool { return s.tool == f.Tool && s.argument == f.Argument })
		if i < 0 {
			list = append(list, &sink{tool: f.Tool, argument: f.Argument, title: f.Name, forbid: []string{f.Source}, pos: f.Pos})
			continue
		}
		if s := list[i]; !slices.Contains(s.forbid, f.Source) {
			s.forbid = append(s.forbid, f.Source)
			s.title = "" // one name for several rules says little
		}
	}
	return list
}

// Annotate adds to the tools of a registry what the policy says of them. The errors are names that no tool
// or argument has, and sinks that tools have already, which accept what this one does not.
func (p *Policy) Annotate(tools []*graph.Tool) error {
	a := &annotator{byName: make(map[string][]*graph.Tool)}
	for _, t := range tools {
		if len(a.byName[t.Name]) == 0 {
			a.names = append(a.names, t.Name)
		}
		a.byName[t.Name] = append(a.byName[t.Name], t)
	}
	for _, name := range p.Allowed {
		a.tools(name, graph.Pos{})
	}
	for _, s := range p.sinks() {
		for _, source := range s.forbid {
			a.tools(source, s.pos)
		}
		a.params(s.tool, s.argument, s.pos, func(param *graph.Param) {
			if old := param.Sink; old != nil && len(old.Unless) > 0 {
				a.fail(s.pos, "%s.%s has a sink already, which accepts what %s has cleaned", s.tool, s.argument, strings.Join(old.Unless, ", "))
				return
			}
			to := &graph.Sink{Name: s.title, Forbid: s.forbid}
			if param.Sink != nil {
				to.Forbid = slices.Compact(slices.Sorted(slices.Values(slices.Concat(param.Sink.Forbid, s.forbid))))
			}
			param.Sink = to
		})
	}
	for _, b := range p.Bounds {
		a.params(b.Tool, b.Argument, b.Pos, func(param *graph.Param) {
			if !slices.Contains(param.Bounds, b.Limit) {
				param.Bounds = append(slices.Clone(param.Bounds), b.Limit)
			}
		})
	}
	for _, need := range p.Needs {
		for _, t := range a.tools(need.Tool, need.Pos) {
			t.Declared = slices.Compact(slices.Sorted(slices.Values(slices.Concat(t.Declared, need.Capabilities))))
		}
	}
	return errors.Join(a.errs...)
}

type annotator struct {
	byName map[string][]*graph.Tool
	names  []string
	errs   []error
}

func (a *annotator) fail(pos graph.Pos, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if pos.IsValid() {
		text = pos.String() + ": " + text
	}
	a.errs = append(a.errs, errors.New(text))
}

func (a *annotator) tools(name string, pos graph.Pos) []*graph.Tool {
	if len(a.byName[name]) == 0 {
		a.fail(pos, "the registry has no tool %q%s", name, spell.DidYouMean(name, a.names))
	}
	return a.byName[name]
}

func (a *annotator) params(tool, argument string, pos graph.Pos, do func(*graph.Param)) {
	for _, t := range a.tools(tool, pos) {
		i := slices.IndexFunc(t.Params, func(p graph.Param) bool { return p.Path == argument })
		if i < 0 {
			var names []string
			for _, p := range t.Params {
				names = append(names, p.Path)
			}
			a.fail(pos, "tool %q has no argument %q%s", tool, argument, spell.DidYouMean(argument, names))
			continue
		}
		do(&t.Params[i])
	}
}

// list writes a list of names.
func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = quoted(name)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// quoted writes a text in single quotes, in which nothing but the quote has a meaning.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// slug makes the name of a policy of any name: small letters, digits and hyphens.
func slug(name string, i int) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if s := strings.TrimSuffix(b.String(), "-"); s != "" && s[0] >= 'a' {
		return s
	}
	return fmt.Sprintf("automaton-%d", i+1)
}
