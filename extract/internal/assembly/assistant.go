package assembly

// This file is what frameworks share that let a model use tools until it has an
// answer: how their tools and limits read, and the workflow that such a loop is.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/sketch"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// FuncName returns the name of a function without its package: "Agent.Run".
// Closures have the name of the function around them.
func FuncName(id string) string {
	name, _, _ := strings.Cut(LocalName(id), "$")
	return name
}

// TypeName returns the name of a type without its package.
func TypeName(typ string) string { return recipe.TypeName(typ) }

// LocalName returns the identity of a function without its package: "Agent.Run",
// "main$1" for a closure.
func LocalName(id string) string {
	id = strings.NewReplacer("(", "", ")", "", "*", "").Replace(id)
	id = id[strings.LastIndex(id, "/")+1:]
	if _, name, ok := strings.Cut(id, "."); ok {
		return name
	}
	return id
}

// IsConcrete reports whether a type is no bare name, as type parameters are.
func IsConcrete(typ string) bool { return strings.ContainsAny(typ, "./[]{} ") || typ == "any" }

// NameTool gives a tool its name, or says why that is not known.
func NameTool(t *graph.Tool, name Value) {
	s, ok := name.Text()
	switch u := name.Unknown(); {
	case ok && s != "":
		t.Name = s
	case u != nil:
		t.Unknown = u.Reason
	case ok:
		t.Unknown = reason.Of(reason.NameEmpty)
	default:
		t.Unknown = reason.Of(reason.OneOf, "name")
	}
}

// ToolMethods are the methods of a framework's interface for tools.
type ToolMethods struct{ Name, Description, Run string }

// OwnTool describes a tool that is a value of a type of the program's own.
func (a *Assembly) OwnTool(v interp.Value, m ToolMethods) *graph.Tool {
	t := &graph.Tool{Framework: a.Name}
	if res := a.CallMethod(v, m.Description); len(res) > 0 {
		t.Description, _ = interp.AsString(res[0])
	}
	b := a.ObserveMethodDoing(v, m.Run)
	t.Handler, t.Pos, t.Gate = b.Func, b.Pos, AnswerGate(b)
	if t.Gate.Kind == graph.GateNone && !b.Has("human") {
		t.Gate = DeciderGate(a.Read(v), m.Run)
		Hold(t, a.Read(v), m.Run)
	}
	if funcid.IsWrapper(b.Func) { // a pointer to a type whose value has the method
		if id := a.Functions().Method(strings.TrimPrefix(interp.DynamicType(v), "*"), m.Run); a.Functions().Func(id) != nil {
			t.Handler, t.Pos = id, a.Functions().Func(id).Pos()
		}
	}
	if res := a.CallMethod(v, m.Name); len(res) > 0 {
		NameTool(t, a.Read(res[0]))
	} else {
		t.Unknown = reason.Of(reason.BodyOfMethod, m.Name)
	}
	return t
}

// ArgsType returns the type of the arguments that a handler decodes: the type
// argument of the call that makes the tool, or, where that is a type parameter of a
// helper, the handler's parameter after its context.
func (a *Assembly) ArgsType(o *interp.Object, handler Value) string {
	if len(o.Targs) > 0 && IsConcrete(o.Targs[0]) {
		return o.Targs[0]
	}
	if ps := handler.Params(); len(ps) > 1 && IsConcrete(ps[len(ps)-1].Type) {
		return ps[len(ps)-1].Type
	}
	return ""
}

// AddTool adds a tool to the program, once, although two ways through the program may have made
// it twice.
func (a *Assembly) AddTool(t *graph.Tool) {
	key := ToolText(t)
	if a.added[key] {
		return
	}
	if a.added == nil {
		a.added = make(map[string]bool)
	}
	a.added[key] = true
	a.Program.Tools = append(a.Program.Tools, t)
}

// ToolText returns what tells a tool from others.
func ToolText(t *graph.Tool) string {
	p := &graph.Program{Tools: []*graph.Tool{t}}
	return p.Text() + t.Handler + t.Args
}

// ListTools adds the tools that the package makes by calls of a framework to the
// program. One that a helper makes for several callers is listed once.
func (a *Assembly) ListTools(objs []*interp.Object, tool func(*interp.Object) *graph.Tool) {
	type key struct {
		pos           graph.Pos
		name, handler string
	}
	seen := make(map[key]bool)
	for _, o := range objs {
		t := tool(o)
		var open []graph.Unknown
		if u := interp.UnknownIn(o.Arg("name")); u != nil {
			open = append(open, u.Open(graph.UnknownTools, t.Pos))
		}
		a.Close(o, open)
		if k := (key{o.Pos, t.Name, t.Handler}); a.Owned(o) && !seen[k] {
			seen[k] = true
			a.Program.Tools = append(a.Program.Tools, t)
		}
	}
}

// ModelNode returns the step in which an agent asks its model and runs the tools
// that this chooses.
func ModelNode(g *graph.Agent) graph.Node { return sketch.ModelNode(g) }

// PlaceModel adds the step of an agent, with what is not known of it, and returns
// its name.
func (s *Sketch) PlaceModel(g *graph.Agent, n graph.Node) string {
	return s.PlaceOpen(n, g.Unknowns)
}

// ModelFlow returns the workflow of an agent that works alone: one step.
func ModelFlow(g *graph.Agent) *graph.Workflow {
	const start, end = "START", "END"
	s := NewSketch(g.Name, g.Framework, start, end, g.Pos)
	name := s.PlaceModel(g, ModelNode(g))
	s.Arrow(start, Arrow{To: name, Pos: g.Pos})
	s.Arrow(name, Arrow{To: end, Pos: g.Pos})
	return s.Finish()
}
