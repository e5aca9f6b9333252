package trpcagent

// This file reads what a node function returns: a change of the state, a command
// that also says where to go, or a list of commands, each a task of its own; and what the
// schema of a graph makes of these changes.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

const (
	commandType = root + "/graph.Command"
	commandList = "[]*" + commandType
)

// commands returns the results of a node function that are commands, or lists of
// them, or may be.
func (b *builder) commandsOf(s *assembly.Step) []assembly.Return {
	if s.Body == nil {
		return nil
	}
	var out []assembly.Return
	for _, r := range b.Returns(s.Body) {
		if isCommand(r.Value) || mayCommand(r.Value) {
			out = append(out, r)
		}
	}
	return out
}

// isCommand reports whether a result is a command or a list of commands.
func isCommand(v assembly.Value) bool {
	switch v.Held() {
	case "":
		return v.IsStruct() && v.Type() == commandType
	case "*" + commandType, commandList:
		return true
	}
	return false
}

// given returns a value for the state that a function gets, or for the result of a
// node that a callback gets: to hand it on is no command.
func (a *registry) given() assembly.Value {
	return a.Of(assembly.ReadFrom("given", reason.Of(reason.FrameworkChooses)))
}

// mayCommand reports whether a result is of no known type. What comes from the
// state or from the framework is none: it has no command to give.
func mayCommand(v assembly.Value) bool {
	u := v.Opaque()
	return u != nil && v.Held() == "" && u.State() == "" && table.Call(u.Row) == nil
}

// command returns where the commands of a node lead, nil if it returns none.
func (b *builder) command(s *assembly.Step) *assembly.Choice {
	list := b.commandsOf(s)
	if len(list) == 0 {
		return nil
	}
	c := &assembly.Choice{Func: s.Body.Func, Pos: b.At(s.Body.Pos, append(slices.Clone(s.Op.Stack), s.Op.Pos))}
	c.Always = s.Body.Known && len(list) == len(b.Returns(s.Body))
	some := false
	for _, r := range list {
		some = b.commandOf(c, s, r) || some
	}
	if !some {
		return nil
	}
	return c
}

// commandOf adds where one result leads; it reports whether it leads anywhere.
func (b *builder) commandOf(c *assembly.Choice, s *assembly.Step, r assembly.Return) bool {
	if mayCommand(r.Value) {
		c.Always = false
		c.Doubt(r.Unknown(), reason.Of(reason.Returned))
		return true
	}
	if strings.HasPrefix(r.Held(), "[]") {
		b.tasks(c, s, r)
		return true
	}
	some := false
	for _, cmd := range r.Parts(r.Value) {
		for _, to := range cmd.Read(cmd.Field("GoTo")) {
			if to.IsZero() {
				c.Always = false
				continue
			}
			some = true
			for _, label := range b.texts(c, s, nil, []assembly.Value{to}) {
				c.Join([]string{label})
			}
		}
	}
	return some
}

// tasks adds the targets of a list of commands. One without a target runs the node
// itself again; a list without elements ends the way.
func (b *builder) tasks(c *assembly.Choice, s *assembly.Step, r assembly.Return) {
	for _, list := range r.Read(r.Behind()) {
		elems, more := list.Elems()
		var set []string
		for _, x := range elems {
			for _, cmd := range r.Parts(x) {
				set = append(set, b.task(c, s, cmd)...)
			}
			c.Blur(len(x.Guard.Beyond(list.Guard)) > 0)
		}
		if more != nil {
			c.Blur(true)
			c.Doubt(more, reason.Of(reason.Commands))
		}
		c.Multi = c.Multi || len(elems) > 1 || more != nil
		if len(elems) == 0 && more == nil {
			b.Pick(c, s, nowhere, r.Guard.Data())
			set = []string{nowhere}
		}
		c.Join(set)
	}
}

// task adds the target of one command of a list.
func (b *builder) task(c *assembly.Choice, s *assembly.Step, cmd assembly.Return) []string {
	var targets []assembly.Value
	for _, to := range cmd.Read(cmd.Field("GoTo")) {
		if to.IsZero() {
			to = b.NewText(s.Name).Under(to.Guard)
		}
		targets = append(targets, to)
	}
	return b.texts(c, s, nil, targets)
}

// leaves notes what the state holds after a function ran for a step. The state that it
// gets is a copy: what it changes there is lost.
func (b *builder) leaves(s *assembly.Step, body *assembly.Behaviour) {
	var ways []assembly.Return
	for _, r := range b.Returns(body) {
		if isCommand(r.Value) {
			for _, cmd := range r.Parts(r.Value) {
				ways = append(ways, cmd.Parts(cmd.Field("Update"))...)
			}
			continue
		}
		ways = append(ways, r)
	}
	b.Board.WriteReturns(s.Name, ways, nil, body.Known)
}

// schema notes which entries of the state are not what the steps leave there: those that a function of the program makes of it.
func (b *builder) schema() {
	if b.Around(b.obj, "schema:own") {
		b.Board.Rewrite()
		return
	}
	for _, x := range b.Arg(b.obj, "schema").Each() {
		o := x.Object("schema")
		if o == nil {
			continue // one of the framework's, or a caller's
		}
		for _, op := range o.Calls("field") {
			fn := b.ArgOf(op, "value").Field("Reducer")
			if fn.IsNil() || fn.IsZero() || b.IsFramework(fn.Func()) {
				continue
			}
			if key, ok := b.ArgOf(op, "name").Text(); ok {
				b.Board.Rewrite(key)
			} else {
				b.Board.Rewrite()
			}
		}
	}
}

// coded returns the code of the steps of the graph, and of the routers after them, but for steps of which callbacks or a cache may make
// something else.
func (b *builder) coded(w *graph.Workflow) assembly.Coded {
	code := assembly.Coded{
		Steps: make(map[graph.NodeID]assembly.StepCode), Routers: make(map[graph.BranchID]assembly.Value),
		Handing: interp.Handing{Merges: true, Rewrites: b.Board.Rewrites, Command: commandType, Update: "Update", Goto: "GoTo"},
	}
	for _, s := range b.Steps() {
		n := b.Lookup(s.Name)
		goes := b.routed[s.Name]
		open := slices.ContainsFunc(w.Unknowns, func(u graph.Unknown) bool { return u.Node == n && u.What == graph.UnknownBody })
		if n == graph.None || open || s.Op.Kind != "node" || s.Body == nil || goes && !b.commands[s.Name] {
			continue
		}
		code.Steps[n] = assembly.StepCode{Func: b.ArgOf(s.Op, "fn"), Body: s.Body, Goes: goes}
		if goes || len(s.Routers) != 1 || len(s.Routers[0].Guard) > 0 {
			continue
		}
		for id := range w.Branches {
			if w.Branches[id].From == n {
				code.Routers[graph.BranchID(id)] = b.ArgOf(s.Routers[0], "router")
			}
		}
	}
	return code
}

// modelWrites are the parts of the state in which a model leaves something.
var modelWrites = []string{"messages", "user_input", "last_response", "last_response_id", "last_tool_response", "node_responses"}
