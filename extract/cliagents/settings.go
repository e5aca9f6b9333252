package cliagents

// This file reads the options of a session of Claude Code. Of most the last one counts; one
// that is not always given leaves what was there before.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph/reason"
)

// settings are what the options say, each value that may count.
type settings struct {
	once   bool // a query, which nobody speaks to while it runs
	tools  []given
	allow  []given
	deny   []given
	modes  []given
	ask    []given // functions that decide on a call
	prompt bool    // a tool of an MCP server decides
	hooks  []hook
	budget bool
	// loose: the shell runs unasked in a sandbox.
	loose   bool
	files   bool // they may allow tools, too
	bypass  []given
	servers []namedServer
	subs    []sub
	open    []*assembly.Unknown
}

// A given is a value of an option, and where that stands.
type given struct {
	assembly.Value
	option assembly.Value
	maybe  bool // it may be for another session
}

// A hook is a function that is asked before calls of the tools that a pattern names.
type hook struct {
	matcher, fn assembly.Value
}

type namedServer struct {
	name  string
	value assembly.Value
}

// read reads an option, or the call that has the options.
func (s *settings) read(a *assembly.Assembly, v assembly.Value) {
	o := v.Object()
	arg := func(name string) assembly.Value { return a.Arg(o, name) }
	set := func(list *[]given, name string) {
		if v.Sole {
			*list = nil
		}
		x := arg(name)
		x.Sole = v.Sole
		*list = append(*list, given{Value: x, option: v})
	}
	switch o.Kind {
	case "agent":
		s.once = o.Row.Text("once") != ""
	case "opt:tools":
		set(&s.tools, "names")
	case "opt:preset":
		s.tools = nil
	case "opt:allow":
		set(&s.allow, "names")
	case "opt:deny":
		set(&s.deny, "names")
	case "opt:mode":
		set(&s.modes, "mode")
	case "opt:ask":
		set(&s.ask, "fn")
	case "opt:prompt":
		s.prompt = true
	case "opt:budget":
		s.budget = true
	case "opt:files":
		s.files = s.files || !arg("files").IsZero()
	case "opt:sandboxed", "opt:sandbox":
		s.loose = s.loose || mayHold(arg("allow")) || mayHold(arg("settings").Field("AutoAllowBashIfSandboxed"))
	default:
		s.add(o.Kind, arg, v)
	}
}

func mayHold(v assembly.Value) bool {
	on, known := v.Bool()
	return on || !known
}

// add reads an option that adds to others of its kind.
func (s *settings) add(kind string, arg func(string) assembly.Value, v assembly.Value) {
	switch kind {
	case "opt:hook":
		if event, known := arg("event").Text(); event == "PreToolUse" || !known {
			s.hooks = append(s.hooks, hook{arg("matcher"), arg("fn")})
		}
	case "opt:hooks":
		s.hooks = slices.DeleteFunc(s.hooks, func(hook) bool { return v.Sole })
		s.entries(arg("hooks"), s.hooksOf)
	case "opt:server":
		s.server(arg("name"), arg("server"))
	case "opt:servers":
		s.servers = slices.DeleteFunc(s.servers, func(namedServer) bool { return v.Sole })
		s.entries(arg("servers"), s.server)
	case "opt:agent":
		s.agent(arg("name"), arg("agent"))
	case "opt:agents":
		s.subs = slices.DeleteFunc(s.subs, func(sub) bool { return v.Sole })
		s.entries(arg("agents"), s.agent)
	case "opt:flags":
		s.entries(arg("flags"), func(key, val assembly.Value) { s.flag(key, val, v) })
	}
}

// entries reads the entries of a map, of which there may be more.
func (s *settings) entries(m assembly.Value, each func(key, val assembly.Value)) {
	if more := m.Entries(each); more != nil {
		s.open = append(s.open, more)
	}
}

// hooksOf reads the hooks for one event.
func (s *settings) hooksOf(event, matchers assembly.Value) {
	if name, known := event.Text(); known && name != "PreToolUse" {
		return
	}
	list, more := matchers.List()
	for _, m := range list {
		fns, moreFns := m.Field("Hooks").List()
		for _, fn := range fns {
			s.hooks = append(s.hooks, hook{m.Field("Matcher"), fn})
		}
		if moreFns != nil {
			more = moreFns
		}
	}
	if more != nil {
		s.open = append(s.open, more)
	}
}

// server reads a server of tools.
func (s *settings) server(name, v assembly.Value) {
	text, _ := name.Text()
	s.servers = append(s.servers, namedServer{text, v})
}

// agent reads an agent that the tool Task runs.
func (s *settings) agent(name, v assembly.Value) {
	d := sub{tools: readList(v.Field("Tools")), guard: v.Guard, pos: v.Made()}
	d.tools.given = d.tools.given && (len(d.tools.all) > 0 || d.tools.more != nil)
	var known bool
	if d.name, known = name.Text(); !known {
		s.open = append(s.open, name.Why(reason.NameUnclear))
		return
	}
	s.subs = append(s.subs, d)
}

// flag reads an argument that is handed to the process as it is.
func (s *settings) flag(key, val, option assembly.Value) {
	switch name, known := key.Text(); {
	case known && name == "dangerously-skip-permissions":
		s.bypass = append(s.bypass, given{Value: key, option: option})
	case known && name == "permission-mode":
		s.modes = append(s.modes, given{Value: val.Behind(), option: option})
	case known && slices.Contains(harmless, name):
	default:
		s.open = append(s.open, key.Why(reason.OwnOption))
	}
}

// harmless are arguments that say nothing about tools.
var harmless = []string{
	"debug", "verbose", "model", "fallback-model", "effort", "output-format", "input-format", "include-partial-messages",
	"replay-user-messages", "no-session-persistence", "session-id", "resume", "continue", "fork-session", "max-turns", "max-budget-usd",
}
