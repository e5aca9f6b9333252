package cliagents

// This file reads sessions of GitHub's Copilot.

import (
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// copilot returns the session that a call makes: what its configuration says.
func (a *assembler) copilot(o *assembly.Object) *session {
	s := &session{Agent: a.Agent(o), a: a, process: "copilot"}
	config := a.Arg(o, "config")
	s.Bound = graph.Bound{State: graph.BoundUnlimited} // and the SDK has nothing that limits rounds
	if limits := config.Field("SessionLimits"); limits.Unknown() != nil {
		s.Open(limits.Unknown(), graph.UnknownBound)
	} else if !limits.IsZero() {
		s.Bound = graph.Bound{State: graph.BoundPresent}
	}
	own := s.ownTools(config.Field("Tools"))
	s.offers = slices.DeleteFunc(s.builtins(), func(o offer) bool { // OverridesBuiltInTool: else there is no session
		return slices.ContainsFunc(own, func(x offer) bool { return x.tool.Name == o.tool.Name })
	})
	s.offers = slices.Concat(s.offers, own, s.servers(config.Field("MCPServers"), readList(config.Field("DisabledMCPServers")).sure))
	s.filter(config)
	s.others(config)
	if config.Field("OnUserInputRequest").IsZero() {
		s.offers = slices.DeleteFunc(s.offers, func(o offer) bool { return o.tool.Name == "ask_user" })
	}
	p := &permission{session: s, handler: config.Field("OnPermissionRequest"), hook: config.Field("Hooks").Field("OnPreToolUse")}
	p.managed = !config.Field("ManagedSettings").IsZero() || !config.Field("EnableManagedSettings").IsZero()
	p.loose = p.loosened()
	s.rule = p.rule
	s.customAgents(config)
	return s
}

// ownTools returns the tools of the program that a session has.
func (s *session) ownTools(list assembly.Value) []offer {
	return s.own(list, func(v assembly.Value, t *graph.Tool) offer {
		o := offer{tool: t, from: fromProgram, asks: "custom-tool"}
		switch skip, known := s.setting(v, "SkipPermission"); {
		case !known:
			o.maySkip = true
		case skip:
			o.asks = ""
		}
		if last, known := s.setting(v, "IsTerminal"); last && known {
			s.final = append(s.final, t.Name)
		}
		return o
	})
}

// setting returns a switch of a tool: of a literal, or as the program sets it on what
// DefineTool made.
func (s *session) setting(tool assembly.Value, name string) (on, known bool) {
	o := tool.Object()
	if o == nil {
		return tool.Field(name).Bool()
	}
	known = true
	for _, op := range o.Calls("set") {
		if field, _ := s.a.ArgOf(op, "field").Text(); field == name {
			on, known = s.a.ArgOf(op, "value").Bool()
			known = known && len(op.Guard) == 0
		}
	}
	return on, known
}

// servers returns the tools of MCP servers, but for those that are switched off.
func (s *session) servers(v assembly.Value, off []string) []offer {
	var out []offer
	more := v.Entries(func(key, val assembly.Value) {
		name, _ := key.Text()
		if slices.Contains(off, name) {
			return
		}
		out = append(out, s.server(name+"-", readList(val.Field("Tools")), s.Pos)...)
	})
	if more != nil {
		s.open(more)
	}
	return out
}

// filter leaves the tools that the lists of the configuration leave: those of the first
// list, if there is one, that are not in the second.
func (s *session) filter(config assembly.Value) {
	available, excluded := s.patterns(config.Field("AvailableTools")), s.patterns(config.Field("ExcludedTools"))
	var out []offer
	for _, o := range s.offers {
		in := !available.given || covers(available.all, o.named) || available.more != nil && o.from != fromProcess
		if in && !covers(excluded.sure, o.named) {
			out = append(out, o)
		}
	}
	s.offers = out
	if available.more != nil {
		s.open(available.more)
	}
	if !available.given || slices.Contains(available.all, "builtin:*") {
		s.open(assembly.Because(reason.SaysTools, "the Copilot CLI"))
		return
	}
	if slices.Contains(available.all, "mcp:*") { // the process brings a server, too
		s.open(assembly.Because(reason.ServerTools))
	}
	for _, p := range available.all {
		name, builtin := strings.CutPrefix(p, "builtin:")
		if !strings.Contains(p, ":") || builtin {
			s.listed(name, builtin)
		}
	}
}

// patterns reads a list of patterns, or the set that the program builds one of.
func (s *session) patterns(v assembly.Value) list {
	l := list{given: !v.IsZero()}
	for _, x := range v.Each() {
		o := x.Object("set")
		if o == nil {
			l.add(x, "")
			continue
		}
		for _, op := range o.Calls("builtin", "custom", "mcp") {
			prefix := op.Kind + ":"
			switch arg := s.a.ArgOf(op, "names"); {
			case op.Kind != "builtin":
				l.name(s.a.ArgOf(op, "name"), prefix)
			case arg.Object("isolated") != nil:
				for _, name := range isolated {
					l.all, l.sure = append(l.all, prefix+name), append(l.sure, prefix+name)
				}
			default:
				l.add(arg, prefix)
			}
		}
	}
	return l
}

// isolated are the names in copilot.BuiltInToolsIsolated.
var isolated = strings.Fields("ask_user task_complete exit_plan_mode task read_agent write_agent list_agents send_inbox context_board skill")

// listed adds a tool that the program lists, if it is none that is there already.
func (s *session) listed(name string, builtin bool) {
	for _, o := range s.offers {
		if o.tool.Name == name && (o.from == fromProcess || !builtin) {
			return
		}
	}
	s.offers = append(s.offers, s.builtin(name, s.Pos))
}

// named reports whether a pattern of the SDK names the tool: NAME, or SOURCE:NAME. A tool of a
// server whose name is not known may be any of that server's.
func (o offer) named(pattern string) bool {
	source, name, qualified := strings.Cut(pattern, ":")
	if !qualified {
		return pattern == o.tool.Name && pattern != ""
	}
	if source != [...]string{fromProcess: "builtin", fromProgram: "custom", fromServer: "mcp"}[o.from] {
		return false
	}
	return name == "*" || name == o.tool.Name
}

// elsewhere are the fields by which a session may get tools from elsewhere, and why they are
// not known.
var elsewhere = map[string]reason.Code{
	"EnableConfigDiscovery": reason.FileSays, "EnableFileHooks": reason.FileSays, "PluginDirectories": reason.FileSays,
	"RequestExtensions": reason.FileSays, "Canvases": reason.OwnFunction, "Cloud": reason.Elsewhere,
}

// others notes what files, extensions and other programs may add to a session.
func (s *session) others(config assembly.Value) {
	for _, field := range slices.Sorted(maps.Keys(elsewhere)) {
		v := config.Field(field)
		if off, known := v.Behind().Bool(); v.IsZero() || v.IsPointer() && known && !off {
			continue
		}
		s.open(v.Why(elsewhere[field]))
	}
	for _, c := range s.during("adds") {
		u := assembly.Because(reason.AddsTools, c.Row.Name)
		u.Pos = s.a.Place(c.Object)
		s.open(u)
	}
}

// customAgents reads the agents to which the model may hand tasks, and the one that is the
// session's own.
func (s *session) customAgents(config assembly.Value) {
	elems, more := config.Field("CustomAgents").List()
	if more != nil {
		s.open(more)
	}
	own, _ := config.Field("Agent").Text()
	for _, e := range elems {
		name, known := e.Field("Name").Text()
		d := sub{name: name, tools: readList(e.Field("Tools")), pos: e.Made(), guard: e.Guard}
		d.more = s.servers(e.Field("MCPServers"), nil)
		if !known || name == "" {
			s.open(e.Field("Name").Why(reason.NameUnclear))
			continue
		}
		if !d.pos.IsValid() {
			d.pos = s.Pos
		}
		if name == own {
			s.first = &d
			continue
		}
		infer := e.Field("Infer")
		if chosen, is := infer.Behind().Bool(); infer.IsZero() || chosen || !is {
			s.subs = append(s.subs, d)
		}
	}
	s.hidden = readList(config.Field("DefaultAgent").Field("ExcludedTools")).sure
}
