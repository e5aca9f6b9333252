package cliagents

// This file reads what stands between the model of Copilot and a call: a hook, and the
// handler of requests for permission.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

const copilotRoot = "github.com/github/copilot-sdk/go"

// requests are the types of requests for permission, by what is asked for.
var requests = map[string]string{
	"shell": "Shell", "read": "Read", "write": "Write", "url": "URL", "mcp": "MCP", "custom-tool": "CustomTool",
}

// A permission is what decides on the calls of one session.
type permission struct {
	*session
	handler, hook assembly.Value
	managed       bool // the program hands in rules, or has them fetched
	loose         []loosening
}

// A loosening is a call that changes permissions while a session runs.
type loosening struct {
	sure bool // it is for this session, and approves everything
	pos  graph.Pos
}

// loosened returns the calls of the package that may change the permissions of a session.
func (p *permission) loosened() (out []loosening) {
	for _, c := range p.during("loosen") {
		all, _ := p.a.Arg(c.Object, "all").Bool()
		out = append(out, loosening{sure: all && c.sure, pos: p.a.Place(c.Object)})
	}
	return out
}

// A change is a call for a session that runs, perhaps for another one.
type change struct {
	*assembly.Object
	sure bool
}

// during returns the calls of the package of a kind that are for a session, or may be.
func (s *session) during(kind string) (out []change) {
	for _, o := range s.a.ObjectsOf(kind) {
		of := s.a.Arg(o, "session").Object("agent")
		if of == nil || of == s.Object {
			out = append(out, change{o, of != nil})
		}
	}
	return out
}

// rule returns what becomes of the calls of a tool: the hook comes first, and what it says
// nothing about needs permission.
func (p *permission) rule(o offer) ruling {
	r := ruling{answer: passed, pos: p.Pos}
	if !p.hook.IsZero() {
		r = weakest(p.hook, func(hook assembly.Value) ruling { return p.before(hook, o) })
	}
	if r.answer != passed {
		return r
	}
	if o.asks == "" {
		return ruling{answer: free, pos: p.Pos}
	}
	r = weakest(p.handler, func(handler assembly.Value) ruling { return p.permit(handler, o) })
	if p.managed && r.answer != denied || o.maySkip && r.answer < unsure {
		r.answer = unsure
	}
	for _, l := range p.loose {
		if l.sure {
			return ruling{answer: free, pos: l.pos}
		}
		if r.answer < unsure {
			r = ruling{answer: unsure, pos: l.pos}
		}
	}
	return r
}

// before returns what the hook before each call says.
func (p *permission) before(hook assembly.Value, o offer) ruling {
	input := p.a.NewUnknown(reason.ModelChooses)
	if o.tool.Name != "" {
		input.Set(copilotRoot+".PreToolUseHookInput", "ToolName", p.a.NewText(o.tool.Name))
	}
	return p.a.judge(hook.ObserveWith(input), func(v assembly.Value) answer {
		switch decision, known := v.Field("PermissionDecision").Text(); {
		case v.IsNil():
			return passed
		case !known:
			return unsure
		case decision == "allow":
			return free
		case decision == "deny":
			return denied
		}
		return passed // "ask", too: the handler decides
	})
}

// permit returns what the handler of requests says. Without one they wait for whoever
// answers them, which this cannot see.
func (p *permission) permit(handler assembly.Value, o offer) ruling {
	switch {
	case handler.IsZero():
		return ruling{answer: unsure, pos: p.Pos}
	case handler.FieldOf("ready") == "ApproveAll":
		return ruling{answer: free, pos: p.Pos}
	}
	return p.a.judge(handler.ObserveWith(p.request(o)), decision)
}

// request returns what the handler gets for a tool.
func (p *permission) request(o offer) assembly.Value {
	typ := copilotRoot + "/rpc.PermissionRequest" + requests[o.asks]
	if requests[o.asks] == "" {
		return assembly.Value{}
	}
	req := p.a.NewUnknown(reason.ModelChooses).Set("", "kind", p.a.NewText(o.asks))
	if o.from != fromProcess && o.tool.Name != "" {
		req.Set(typ, "ToolName", p.a.NewText(o.tool.Name))
	}
	return req.As("*" + typ)
}

// decision returns what a value that the handler returns means.
func decision(v assembly.Value) answer {
	typ := v.Type()
	name := assembly.TypeName(typ)
	switch {
	case name == "AttributedPermissionResult":
		return decision(v.Field("PermissionDecision"))
	case name == "PermissionDecisionNoResult": // another program may answer
		return unsure
	case strings.HasPrefix(name, "PermissionDecisionApprove"):
		return free
	case strings.HasPrefix(name, "PermissionDecision"):
		return denied
	case v.IsNil():
		return denied
	}
	return unsure
}
