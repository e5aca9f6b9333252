package assembly

// This file reads tools, as the rows of a framework describe them.
//
//	new  NewTool  tool        name=0 description=1 handler=2
//	type Search   tool        name="web_search"
//	type Tool     tool:own    name="Name" description="Description" run="Call"
//	type FuncTool tool:struct name=recv.Name description=recv.Description handler=recv.Run
//
// The first is a constructor, the second a type of the framework whose values are one
// tool, the third the interface that tools of the program's own implement (a name with a
// dot is a method and a field of what it returns; `schema` and `properties` are those that
// say which arguments it takes), the fourth a struct that the program
// fills in. Of these and of constructors, `schema` is the argument or the field that has a schema of what the tool takes. Where a row has an argument `unknown`, that word of reasons is why nothing more is
// known of the tool; `framework` is whose tool it is, if not the framework's of the row; `input` is
// the number of the handler's parameter that holds the arguments, if not the last one; and
// `method` is what handles a call, where the handler may be a value.

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// Place returns the position that stands for an object of the framework: in the package
// under analysis, at the innermost call that tells it from others of one constructor call.
func (a *Assembly) Place(o *Object) graph.Pos {
	if a.places == nil {
		a.places = PlacesOf(a.Objects)
	}
	return a.places[o]
}

// Tools returns the tools in a list, and why there may be more. Of tools with one name of
// which no run has both, the one with less in front of it stands for both.
func (a *Assembly) Tools(list Value) (tools []*graph.Tool, more *Unknown) {
	return list.Tools(a.Tool)
}

// Tool returns the tool that a value is, nil for nil.
func (a *Assembly) Tool(v Value) *graph.Tool {
	if o := v.Object(); o != nil && strings.HasPrefix(o.Kind, "tool") {
		return a.ToolOf(o)
	}
	switch x := interp.Unwrap(v.v).(type) {
	case *Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case interp.Nil:
		return nil
	case interp.Ptr: // one variable is one tool
		if t := a.byCell[x]; t != nil {
			return t
		}
		t := a.typedTool(v)
		a.byCell[x] = t
		return t
	}
	return a.typedTool(v)
}

// typedTool returns the tool that is a value of a type: of the framework's, by the row of
// the type, or of the program's own.
func (a *Assembly) typedTool(v Value) *graph.Tool {
	row := a.table.Call(v.Type())
	if row == nil || row.Verb != library.VerbType {
		return a.ownTool(v)
	}
	t := a.newTool(row, v.Made())
	if t.Unknown.Given() {
		return t
	}
	part := func(name string) Value {
		for _, arg := range row.Args {
			if arg.Name == name && arg.Text == "" {
				return v.Field(arg.Path...)
			}
		}
		return a.Read(interp.String(row.Text(name)))
	}
	a.fill(t, part("name"), part("description"), part("handler"))
	if _, has := row.Index("schema"); has && row.Text("schema") == "" {
		Offers(t, part("schema"))
	}
	return t
}

// Offers notes in a tool the arguments that a schema of them names, if it is one that somebody wrote.
func Offers(t *graph.Tool, schema Value) {
	if schema.Given() {
		t.Params, t.Closed = schema.SchemaParams(t.Pos), schema.ClosedSchema()
	}
}

// newTool returns a tool with what a row says of it.
func (a *Assembly) newTool(row *library.Call, pos graph.Pos) *graph.Tool {
	return &graph.Tool{Framework: cmp.Or(row.Text("framework"), a.Name), Unknown: reasons[row.Text("unknown")], Pos: pos}
}

// fill gives a tool its name, its description and the function that handles it, if it has
// one.
func (a *Assembly) fill(t *graph.Tool, name, description, handler Value) {
	NameTool(t, name)
	t.Description, _ = description.Text()
	if s, isText := handler.Text(); isText && s == "" {
		return
	}
	a.does(t, handler)
}

// ownTool returns the tool that is a value of a type of the program's own.
func (a *Assembly) ownTool(v Value) *graph.Tool {
	rows := slices.DeleteFunc(a.table.Calls(), func(r *library.Call) bool { return r.Kind != "tool:own" })
	i := slices.IndexFunc(rows, func(r *library.Call) bool { return a.HasMethod(v.v, r.Text("run")) })
	if i < 0 {
		if len(rows) == 0 {
			return &graph.Tool{Framework: a.Name, Unknown: reason.Of(reason.NoneSeen, "tool")}
		}
		i = 0
	}
	name, inName, _ := strings.Cut(rows[i].Text("name"), ".")
	description, inDescription, _ := strings.Cut(rows[i].Text("description"), ".")
	t := a.OwnTool(v.v, ToolMethods{Name: name, Description: description, Run: rows[i].Text("run")})
	if inName != "" {
		t.Unknown = reason.Reason{}
		a.nameByResult(t, v, name, inName)
	}
	if res := v.CallMethod(description); inDescription != "" && len(res) > 0 {
		t.Description, _ = res[0].Field(inDescription).Text()
	}
	t.Params, t.Closed = v.OwnParams(rows[i].Text("schema"), t.Pos)
	if properties := v.said(rows[i].Text("properties")); properties.Given() {
		schema := a.Read(interp.ObjectSchema(properties.v))
		t.Params, t.Closed = schema.SchemaParams(t.Pos), schema.ClosedSchema()
	}
	return t
}

// OwnParams returns the arguments that the schema of a tool of the program's own names:
// it is what a method returns, or a field of that. Closed says whether these are all.
func (x Value) OwnParams(schema string, pos graph.Pos) (params []graph.Param, closed bool) {
	if v := x.said(schema); v.Given() {
		return v.SchemaParams(pos), v.ClosedSchema()
	}
	return nil, false
}

// said returns what a method of x returns, or a field of that; it is not given where that
// is not known.
func (x Value) said(method string) Value {
	method, field, inField := strings.Cut(method, ".")
	res := x.CallMethod(method)
	if method == "" || len(res) == 0 {
		return Value{}
	}
	if inField {
		return res[0].Field(strings.Split(field, ".")...)
	}
	return res[0]
}

// nameByResult names a tool by a field of what a method of it returns.
func (a *Assembly) nameByResult(t *graph.Tool, v Value, method, field string) {
	res := v.CallMethod(method)
	if len(res) == 0 {
		t.Unknown = reason.Of(reason.BodyOfMethod, method)
		return
	}
	NameTool(t, res[0].Field(field))
}

// ToolOf returns the tool that a constructor makes, one for each call.
func (a *Assembly) ToolOf(o *Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := a.newTool(o.Row, a.Place(o))
	a.MadeAt(t, o.Pos)
	a.tools[o] = t
	handler := a.Arg(o, "handler")
	switch _, handled := o.Row.Index("handler"); {
	case t.Unknown.Given():
	case o.Kind == "tool:agent" && a.AgentTool != nil:
		a.AgentTool(o, t)
	case o.Kind == "tool:agent":
		a.agentTool(o, t)
	case !handled:
		a.fill(t, a.Arg(o, "name"), a.Arg(o, "description"), a.Read(interp.String("")))
	default:
		a.handle(t, o, handler)
		Offers(t, a.Arg(o, "schema"))
	}
	return t
}

// agentTool completes the tool that an agent is: it has its name.
func (a *Assembly) agentTool(o *Object, t *graph.Tool) {
	inner := a.Arg(o, "agent").Object("agent")
	if inner == nil {
		t.Unknown = reason.Of(reason.Agent)
		return
	}
	NameTool(t, a.Arg(inner, "name"))
	t.Agent = t.Name
}

// handle completes the tool of a constructor that takes a handler: a function, or a value
// with the method that the row names.
func (a *Assembly) handle(t *graph.Tool, o *Object, handler Value) {
	NameTool(t, a.Arg(o, "name"))
	t.Description, _ = a.Arg(o, "description").Text()
	t.Args = a.inputType(o, handler)
	if method := o.Row.Text("method"); method != "" && !handler.IsFunc() {
		b := handler.ObserveMethodDoing(method)
		t.Handler, t.Gate = b.Func, a.gate(handler, method, b)
		Hold(t, handler, method)
		return
	}
	a.does(t, handler)
}

// A does says what a handler does, as far as tools say it.
type does struct {
	handler Value
	tool    graph.Tool
}

// does notes in a tool the function that its handler is, and the gate in it. Each caller of what makes
// tools makes them again: handlers that are alike are observed once.
func (a *Assembly) does(t *graph.Tool, handler Value) {
	id := handler.Func()
	n := slices.IndexFunc(a.handlers[id], func(d does) bool { return d.handler.Alike(handler) })
	if n >= 0 {
		d := a.handlers[id][n].tool
		t.Handler, t.Gate, t.Held, t.HeldBy = d.Handler, d.Gate, d.Held, d.HeldBy
		return
	}
	b := handler.ObserveDoing(nil, nil)
	t.Handler, t.Gate = b.Func, a.gate(handler, "", b)
	Hold(t, handler, "")
	if handler.IsFunc() {
		a.handlers[id] = append(a.handlers[id], does{handler, *t})
	}
}

// gate returns the gate in a handler, a function or a value with a method of a name, which does b.
func (a *Assembly) gate(handler Value, method string, b *Behaviour) (g graph.Gate) {
	if a.Gate != nil {
		g = a.Gate(b)
	} else {
		g = AnswerGate(b)
	}
	if g.Kind == graph.GateNone && !b.Has("human") {
		return DeciderGate(handler, method)
	}
	return g
}

// inputType returns the type of the arguments that a handler takes, "" if it is not known.
func (a *Assembly) inputType(o *Object, handler Value) string {
	n, err := strconv.Atoi(o.Row.Text("input"))
	if err != nil {
		return a.ArgsType(o, handler)
	}
	if ps := handler.Params(); n < len(ps) {
		return ps[n].Type
	}
	return ""
}
