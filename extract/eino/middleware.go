package eino

// This file reads the tools of an agent, and the middleware that may bring others: structs
// of AgentMiddleware, handlers that the framework makes, and handlers of the program's own.
// What stands in front of the tools is in around.go.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A toolset is what an agent may call, as its configuration and one middleware after the
// other leave it.
type toolset struct {
	*workshop
	values  []assembly.Value // the tools that the program names
	brought []*graph.Tool    // those that the framework makes
	around  []wrapper
	own     bool // the program has handlers of its own
	hooks   []hook
	more    []*assembly.Unknown
}

// A hook is a function of the program that runs beside an agent, and the field or the method that it is.
type hook struct{ what, fn string }

// nodeTools returns the tools of the configuration of a tools node.
func (a *workshop) nodeTools(config assembly.Value) *toolset {
	s := &toolset{workshop: a}
	s.add(config.Field("Tools"))
	s.node(config)
	return s
}

// middlewares applies the middleware of an agent: its fields have the same names in all
// configurations of agents.
func (s *toolset) middlewares(o *assembly.Object) {
	s.each(s.config(o, "Middlewares"), s.middleware)
	s.each(s.config(o, "Handlers"), s.handler)
}

// tools returns the tools, each behind what stands in front of it, and why there may be more.
func (s *toolset) tools() ([]*graph.Tool, []*assembly.Unknown) {
	var list assembly.ToolList
	for _, v := range s.values {
		if t := s.tool(v); t != nil {
			list.Add(t, v.Guard)
		}
	}
	tools := s.gated(append(list.Tools(), s.brought...))
	return tools, s.more
}

// add adds the tools of a list.
func (s *toolset) add(list assembly.Value) {
	values, more := list.List()
	s.values = append(s.values, values...)
	s.open(more)
}

// open notes why there may be more, if there is a reason.
func (s *toolset) open(u *assembly.Unknown) {
	if u != nil && !slices.ContainsFunc(s.more, func(o *assembly.Unknown) bool { return o.Reason == u.Reason && o.Pos == u.Pos }) {
		s.more = append(s.more, u)
	}
}

// each calls read with each element of a list of middleware.
func (s *toolset) each(list assembly.Value, read func(assembly.Value)) {
	elems, more := list.List()
	for _, v := range elems {
		switch o := v.Object(); {
		case o != nil && strings.HasPrefix(o.Kind, "middleware"):
			s.framework(o)
		case o != nil:
			s.open(v.Why(reason.NoneSeen, "middleware"))
		case !v.IsZero():
			read(v)
		}
	}
	s.open(more)
}

// bring adds tools that the framework makes for a call, all called in one way.
func (s *toolset) bring(o *assembly.Object, way string, names ...string) {
	for _, name := range names {
		t := &graph.Tool{Name: name, Framework: s.Name, Pos: s.Place(o)}
		s.ways[t] = []string{way}
		s.brought = append(s.brought, t)
	}
}

// framework applies middleware of the framework's own.
func (s *toolset) framework(o *assembly.Object) {
	s.bring(o, invokable, strings.FieldsFunc(o.Row.Text("tools"), func(r rune) bool { return r == ',' })...)
	config := s.Arg(o, "config")
	switch o.Kind {
	case "middleware:filesystem":
		s.files(o, config)
	case "middleware:skill":
		s.rename(config.Field("SkillToolName").Behind())
		if !config.Field("AgentHub").IsZero() { // files say which agents it runs, and these what they call
			s.open(&assembly.Unknown{Reason: reason.Of(reason.FileSays), Pos: s.Place(o)})
		}
	case "middleware:toolsearch":
		s.ways[s.brought[len(s.brought)-1]] = []string{way(config.Field("UseModelToolSearch"), true, enhancedInvokable)}
		s.add(config.Field("DynamicTools"))
	}
}

// rename gives the tool that was brought last another name, if the program has one for it.
func (s *toolset) rename(name assembly.Value) {
	if t := s.brought[len(s.brought)-1]; !name.IsZero() {
		t.Name = ""
		assembly.NameTool(t, name)
	}
}

// fileTools are the tools of the filesystem middleware, by the fields that configure them.
var fileTools = [...]struct{ field, name string }{
	{"LsToolConfig", "ls"}, {"ReadFileToolConfig", "read_file"}, {"WriteFileToolConfig", "write_file"},
	{"EditFileToolConfig", "edit_file"}, {"GlobToolConfig", "glob"}, {"GrepToolConfig", "grep"},
}

// files adds what the filesystem middleware brings. A tool of the program's own stands in
// for the framework's even where there is no file system.
func (s *toolset) files(o *assembly.Object, config assembly.Value) {
	for _, t := range fileTools {
		of := config.Field(t.field)
		if off, _ := of.Field("Disable").Bool(); off {
			continue
		}
		if own := of.Field("CustomTool"); !own.IsZero() {
			s.values = append(s.values, own.Each()...)
			continue
		}
		if !s.isSet(config.Field("Backend")) {
			continue
		}
		s.bring(o, way(config.Field("UseMultiModalRead"), t.name == "read_file", enhancedInvokable), t.name)
		s.rename(of.Field("Name"))
	}
	streams := config.Field("StreamingShell")
	if s.isSet(streams) || s.isSet(config.Field("Shell")) {
		s.bring(o, way(streams, true, streamable), "execute")
		s.brought[len(s.brought)-1].Hints.Destructive = graph.HintTrue // it runs any command
	}
}

// isSet reports whether the program sets a field. Whoever calls the code says whether it does where it takes that from
// a parameter: then it is not known which tools there are.
func (s *toolset) isSet(field assembly.Value) bool {
	if u := field.Unknown(); u != nil && u.Param {
		s.open(u)
		return false
	}
	return !field.IsZero()
}

// way returns how a tool is called: in another way if a field is set that may say so.
func way(field assembly.Value, may bool, other string) string {
	if may && !field.IsZero() {
		return other
	}
	return invokable
}

// middleware applies an AgentMiddleware that the program fills in.
func (s *toolset) middleware(v assembly.Value) {
	if !v.IsStruct() {
		s.open(v.Why(reason.NoneSeen, "middleware"))
		return
	}
	s.add(v.Field("AdditionalTools").Under(v.Guard))
	s.wrap(v.Field("WrapToolCall").Under(v.Guard))
	for _, name := range []string{"BeforeChatModel", "AfterChatModel"} {
		if f := v.Field(name); !f.IsZero() {
			s.hook(f.Observe())
			s.hooks = append(s.hooks, hook{name, f.Func()})
		}
	}
}

// handler applies a handler of a type of the program's own: what its methods do. Those that
// it has of the framework's base type change nothing.
func (s *toolset) handler(v assembly.Value) {
	if !v.HasMethod("BeforeAgent") {
		s.open(v.Why(reason.NoneSeen, "middleware"))
		return
	}
	s.own = true
	for _, inner := range v.Fields() { // one that it passes calls on to
		if o := inner.Object(); o != nil && strings.HasPrefix(o.Kind, "middleware") {
			s.framework(o)
		}
	}
	s.beforeAgent(v)
	for _, name := range []string{"AfterAgent", "BeforeModelRewriteState", "AfterModelRewriteState", "WrapModel"} {
		if b := v.ObserveMethod(name); v.HasMethod(name) && !keeps(b) { // older versions have fewer
			s.hook(b)
			s.hooks = append(s.hooks, hook{name, b.Func})
		}
	}
	s.around = append(s.around, wrapper{v, true})
}

// keeps reports whether a method is that of the framework's base type, which changes nothing.
func keeps(b *assembly.Behaviour) bool { return funcid.IsWrapper(b.Func) && b.Has("keeps") }

// beforeAgent applies BeforeAgent, which gets the tools of the agent and returns those that
// it is to have.
func (s *toolset) beforeAgent(v assembly.Value) {
	before := s.NewStruct(pkgADK+"ChatModelAgentContext", map[string]assembly.Value{"Tools": s.NewList(s.values, nil)})
	b := v.ObserveMethod("BeforeAgent", assembly.Value{}, before)
	if keeps(b) {
		return
	}
	s.hooks = append(s.hooks, hook{"BeforeAgent", b.Func})
	results := s.Result(b, 1)
	if !b.Known || len(results) == 0 {
		s.open(&assembly.Unknown{Reason: b.Reason, Pos: b.Pos})
		return
	}
	var after []assembly.Value
	for _, res := range results {
		if res.IsNil() {
			continue // beside an error
		}
		list, more := res.Field("Tools").List()
		s.open(more)
		after = append(after, list...)
	}
	s.replace(after, b)
}

// replace makes the tools those that a handler returns. Elements that it got keep the
// conditions under which they are there; if some are missing, the handler wrapped or dropped
// them, and may have done so with those that the framework brings.
func (s *toolset) replace(after []assembly.Value, b *assembly.Behaviour) {
	var kept []assembly.Value
	for _, v := range s.values {
		if i := slices.IndexFunc(after, func(x assembly.Value) bool { return same(x, v) }); i >= 0 {
			kept, after = append(kept, v), slices.Delete(after, i, i+1)
		}
	}
	if len(kept) < len(s.values) && len(s.brought) > 0 {
		s.open(&assembly.Unknown{Reason: reason.Of(reason.MayAsk), Pos: b.Pos})
	}
	s.values = append(kept, after...)
}

func same(x, y assembly.Value) bool {
	return x.Is(y) || x.Opaque() != nil && x.Opaque() == y.Opaque()
}

// hook reads a function that runs beside the model's calls: it may ask somebody, or call
// tools itself, neither of which is a step of the agent.
func (s *toolset) hook(b *assembly.Behaviour) {
	switch {
	case !b.Known:
		s.open(&assembly.Unknown{Reason: b.Reason, Pos: b.Pos})
	case b.Asks():
		s.open(&assembly.Unknown{Reason: reason.Of(reason.MayAsk), Pos: b.Pos})
	case b.Has("tool") || b.Has("run"):
		s.open(&assembly.Unknown{Reason: reason.Of(reason.MoreThanTools), Pos: b.Pos})
	}
}
