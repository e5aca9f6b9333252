package trpcagent

// This file reads what a node function returns: a change of the state, a command
// that also says where to go, or a list of commands, each a task of its own.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
)

const (
	commandType = root + "/graph.Command"
	commandList = "[]*" + commandType
)

// commands returns the results of a node function that are commands, or lists of
// them, or may be.
func (s *step) commands() []interp.Return {
	if s.body == nil {
		return nil
	}
	var out []interp.Return
	for _, r := range interp.Returns(s.body) {
		if isCommand(r.V) || mayCommand(r.V) {
			out = append(out, r)
		}
	}
	return out
}

// isCommand reports whether a result is a command or a list of commands.
func isCommand(v interp.Value) bool {
	typ := interp.DynamicType(v)
	if s, ok := interp.Deref(v).(*interp.Struct); ok && typ == "" {
		typ = "*" + s.Type
	}
	return typ == "*"+commandType || typ == commandList
}

// given returns a value for the state that a function gets, or for the result of a
// node that a callback gets: to hand it on is no command.
func given() interp.Value {
	return &interp.Unknown{Reason: "the engine gives it", State: "given"}
}

// mayCommand reports whether a result is of no known type. What comes from the
// state or from the framework is none: it has no command to give.
func mayCommand(v interp.Value) bool {
	u, ok := interp.Unwrap(v).(*interp.Unknown)
	return ok && interp.DynamicType(v) == "" && u.State == "" && table.Call(u.Row) == nil
}

// command returns where the commands of a node lead, nil if it returns none.
func (b *builder) command(s *step) *choice {
	list := s.commands()
	if len(list) == 0 {
		return nil
	}
	c := &choice{fn: s.body.Func, pos: b.At(s.body.Pos, append(slices.Clone(s.op.Stack), s.op.Pos))}
	c.always = s.body.Known && len(list) == len(interp.Returns(s.body))
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
func (b *builder) commandOf(c *choice, s *step, r interp.Return) bool {
	if mayCommand(r.V) {
		c.always = false
		c.doubt(asUnknown(r.V), "what it returns is not known")
		return true
	}
	if strings.HasPrefix(interp.DynamicType(r.V), "[]") {
		b.tasks(c, s, r)
		return true
	}
	some := false
	for _, cmd := range r.Parts(r.V) {
		for _, alt := range cmd.Read(interp.Field(cmd.V, "GoTo")) {
			if interp.IsZero(alt.V) {
				c.always = false
				continue
			}
			some = true
			c.setEach(b.texts(c, s, nil, []interp.Alt{{V: alt.V, Guard: slices.Concat(cmd.Guard, alt.Guard)}}))
		}
	}
	return some
}

// setEach notes labels of which one decision returns one.
func (c *choice) setEach(labels []string) {
	for _, l := range labels {
		c.set([]string{l})
	}
}

// tasks adds the targets of a list of commands. One without a target runs the node
// itself again; a list without elements ends the way.
func (b *builder) tasks(c *choice, s *step, r interp.Return) {
	for _, list := range r.Read(interp.Deref(r.V)) {
		elems, more := interp.Elems(list.V)
		var set []string
		for _, e := range elems {
			for _, cmd := range r.Parts(e.V) {
				set = append(set, b.task(c, s, cmd)...)
			}
			c.open = c.open || len(e.Guard) > 0
		}
		if more != nil {
			c.open = true
			c.doubt(more, "the list of commands that it returns is not known")
		}
		c.multi = c.multi || len(elems) > 1 || more != nil
		if len(elems) == 0 && more == nil {
			b.pick(c, s, nowhere, r.Guard.Data())
			set = []string{nowhere}
		}
		c.set(set)
	}
}

// task adds the target of one command of a list.
func (b *builder) task(c *choice, s *step, cmd interp.Return) []string {
	var alts []interp.Alt
	for _, alt := range cmd.Read(interp.Field(cmd.V, "GoTo")) {
		if interp.IsZero(alt.V) {
			alt.V = interp.String(s.name)
		}
		alts = append(alts, interp.Alt{V: alt.V, Guard: slices.Concat(cmd.Guard, alt.Guard)})
	}
	return b.texts(c, s, nil, alts)
}

// outcome returns what the state holds after a node function ran, by
// Unknown.State. The state that the function gets is a copy: what it changes there
// is lost.
func outcome(body *interp.Behaviour) map[string]interp.Value {
	var ways []interp.Return
	for _, r := range interp.Returns(body) {
		if isCommand(r.V) {
			for _, cmd := range r.Parts(r.V) {
				ways = append(ways, cmd.Parts(interp.Field(cmd.V, "Update"))...)
			}
			continue
		}
		ways = append(ways, r)
	}
	return interp.Leave(ways, nil)
}

// modelWrites returns what a model leaves in the state.
func modelWrites() map[string]interp.Value {
	final := make(map[string]interp.Value)
	for _, key := range []string{"messages", "user_input", "last_response", "last_response_id", "last_tool_response", "node_responses"} {
		final["["+key+"]"] = &interp.Unknown{Reason: "a model says it"}
	}
	return final
}
