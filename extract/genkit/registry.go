package genkit

// This file finds out whether all tools that a name may stand for are in sight.

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
)

// hidden returns why there may be a tool of the given name although the program was
// not seen to define it; nil if the registry in which a call looks it up has no such
// tool.
func (c *call) hidden(name string) *assembly.Unknown {
	for _, r := range c.registry.Each() {
		o := r.Object("registry")
		if o == nil {
			u := assembly.Because(fmt.Sprintf("no tool called %q is defined where agentvet can see it", name))
			if from := r.Unknown(); from != nil {
				u.Param = from.Param // its callers know who else defines tools
			}
			return u
		}
		for _, same := range c.sameCall(o) {
			if reason := c.outside(same); reason != "" {
				return assembly.Because(fmt.Sprintf("%s, which may define %q", reason, name))
			}
		}
	}
	switch {
	case len(c.use) > 0:
		return assembly.Because(fmt.Sprintf("the middleware of the call may bring %q", name))
	case len(c.Limits()) > 0:
		return assembly.Because("the program was not read to its end: " + c.Limits()[0].Reason)
	}
	for _, o := range c.ObjectsOf("tool") {
		if c.Arg(o, "name").TextOr("") == "" {
			return &assembly.Unknown{Reason: "a tool is defined whose name is not known", Pos: c.Place(o)}
		}
	}
	return nil
}

// sameCall returns the registries that the call makes which made o, and o: a function
// that is observed makes its own.
func (a *definitions) sameCall(o *assembly.Object) []*assembly.Object {
	out := []*assembly.Object{o}
	for _, other := range a.ObjectsOf("registry") {
		if other != o && other.Pos == o.Pos {
			out = append(out, other)
		}
	}
	return out
}

// outside returns what defines tools in a registry without being seen, "" if nothing
// does. Of the plugins that come with Genkit only that for MCP brings tools.
func (a *definitions) outside(registry *assembly.Object) string {
	if !a.Command && a.Leaves(registry) {
		return "whoever imports the package has the registry"
	}
	for _, u := range registry.Uses {
		if defines(u.Callee) || !a.IsFramework(u.Callee) && !a.IsStandard(u.Callee) {
			return "the registry is passed to " + assembly.ShortFunc(u.Callee)
		}
	}
	options, more := a.Arg(registry, "options").List()
	if more != nil {
		return "the registry has options that are not known"
	}
	for _, o := range options {
		if o.Object() == nil {
			return "the registry has options that are not known"
		}
		if plugin := ownPlugin(o.Arg("list")); plugin != "" {
			return "the registry has " + plugin
		}
	}
	return ""
}

// ownPlugin returns the first plugin that does not come with Genkit among those that
// an option gives to a registry, "" if there is none.
func ownPlugin(list assembly.Value) string {
	plugins, more := list.List()
	if more != nil {
		return "plugins that are not known"
	}
	for _, p := range plugins {
		if typ := p.Dynamic(); !strings.HasPrefix(typ, module+"/plugins/") || defines(typ) {
			return "a plugin"
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
