package genkit

// This file finds out whether all tools that a name may stand for are in sight.

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
)

// hidden returns why there may be a tool of the given name although the program was
// not seen to define it; nil if the registry in which a call looks it up has no such
// tool.
func (c *call) hidden(name string) *interp.Unknown {
	for _, alt := range interp.Alternatives(c.registry) {
		o, ok := interp.Unwrap(alt.V).(*interp.Object)
		if !ok || o.Kind != "registry" {
			u := &interp.Unknown{Reason: fmt.Sprintf("no tool called %q is defined where agentvet can see it", name)}
			if from := interp.UnknownIn(alt.V); from != nil {
				u.Param = from.Param // its callers know who else defines tools
			}
			return u
		}
		for _, same := range c.sameCall(o) {
			if reason := c.outside(same); reason != "" {
				return &interp.Unknown{Reason: fmt.Sprintf("%s, which may define %q", reason, name)}
			}
		}
	}
	switch {
	case len(c.use) > 0:
		return &interp.Unknown{Reason: fmt.Sprintf("the middleware of the call may bring %q", name)}
	case len(c.Limits()) > 0:
		return &interp.Unknown{Reason: "the program was not read to its end: " + c.Limits()[0].Reason}
	}
	for _, o := range c.ObjectsOf("tool") {
		if s, known := interp.AsString(o.Arg("name")); !known || s == "" {
			return &interp.Unknown{Reason: "a tool is defined whose name is not known", Pos: c.places[o]}
		}
	}
	return nil
}

// sameCall returns the registries that the call makes which made o, and o: a function
// that is observed makes its own.
func (a *assembler) sameCall(o *interp.Object) []*interp.Object {
	out := []*interp.Object{o}
	for _, other := range a.ObjectsOf("registry") {
		if other != o && other.Pos == o.Pos {
			out = append(out, other)
		}
	}
	return out
}

// outside returns what defines tools in a registry without being seen, "" if nothing
// does. Of the plugins that come with Genkit only that for MCP brings tools.
func (a *assembler) outside(registry *interp.Object) string {
	if !a.Command && a.Leaves(registry) {
		return "whoever imports the package has the registry"
	}
	for _, u := range registry.Uses {
		if defines(u.Callee) || !a.IsFramework(u.Callee) && !a.IsStandard(u.Callee) {
			return "the registry is passed to " + interp.ShortFunc(u.Callee)
		}
	}
	elems, more := interp.Elems(registry.Arg("options"))
	if more != nil {
		return "the registry has options that are not known"
	}
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			o, ok := interp.Unwrap(alt.V).(*interp.Object)
			if !ok {
				return "the registry has options that are not known"
			}
			if plugin := ownPlugin(o); plugin != "" {
				return "the registry has " + plugin
			}
		}
	}
	return ""
}

// ownPlugin returns the first plugin that does not come with Genkit among those that
// an option gives to a registry, "" if there is none.
func ownPlugin(option *interp.Object) string {
	list := option.Arg("list")
	elems, more := interp.Elems(list)
	if more != nil {
		return "plugins that are not known"
	}
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			typ := strings.TrimLeft(interp.DynamicType(alt.V), "*")
			if !strings.HasPrefix(typ, module+"/plugins/") || defines(typ) {
				return "a plugin"
			}
		}
	}
	return ""
}

// defines reports whether a function or type of Genkit may define tools that no row
// describes.
func defines(id string) bool {
	id = strings.TrimLeft(id, "(*")
	return strings.HasPrefix(id, module+"/plugins/mcp.") || strings.HasPrefix(id, module+"/genkit.RegisterAction")
}
