package genkit

// This file finds out whether all tools that a name may stand for are in sight.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph/reason"
)

// hidden returns why there may be a tool of the given name although the program was
// not seen to define it; nil if the registry in which a call looks it up has no such
// tool.
func (c *call) hidden(name string) *assembly.Unknown {
	for _, r := range c.registry.Each() {
		o := r.Object("registry")
		if o == nil {
			u := assembly.Because(reason.Undefined, name)
			if from := r.Unknown(); from != nil {
				u.Param = from.Param // its callers know who else defines tools
			}
			return u
		}
		for _, same := range c.sameCall(o) {
			if why := c.outside(same, name); why.Given() {
				return &assembly.Unknown{Reason: why}
			}
		}
	}
	switch {
	case len(c.use) > 0:
		return assembly.Because(reason.MayBring, name)
	case len(c.Limits()) > 0:
		return assembly.Because(reason.CutShort, c.Limits()[0].Reason.String())
	}
	for _, o := range c.ObjectsOf("tool") {
		if c.Arg(o, "name").TextOr("") == "" {
			return &assembly.Unknown{Reason: reason.Of(reason.NamelessTool), Pos: c.Place(o)}
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

// outside returns what may define a tool in a registry without being seen, no reason if
// nothing does. Of the plugins that come with Genkit only that for MCP brings tools.
func (a *definitions) outside(registry *assembly.Object, tool string) reason.Reason {
	if !a.Command && a.Leaves(registry) {
		return reason.Of(reason.RegistryImported, tool)
	}
	for _, u := range registry.Uses {
		if defines(u.Callee) || !a.IsFramework(u.Callee) && !a.IsStandard(u.Callee) {
			return reason.Of(reason.RegistryPassed, assembly.ShortFunc(u.Callee), tool)
		}
	}
	options, more := a.Arg(registry, "options").List()
	if more != nil {
		return reason.Of(reason.RegistryOptions, tool)
	}
	for _, o := range options {
		if o.Object() == nil {
			return reason.Of(reason.RegistryOptions, tool)
		}
		plugins, more := o.Arg("list").List()
		switch {
		case more != nil:
			return reason.Of(reason.RegistryOptions, tool)
		case slices.ContainsFunc(plugins, definesTools):
			return reason.Of(reason.RegistryPlugin, tool)
		}
	}
	return reason.Reason{}
}

// definesTools reports whether a plugin may bring tools.
func definesTools(plugin assembly.Value) bool {
	typ := plugin.Dynamic()
	return !strings.HasPrefix(typ, module+"/plugins/") || defines(typ)
}

// defines reports whether a function or type of Genkit may define tools that no row
// describes. A server of MCP only offers those that there are.
func defines(id string) bool {
	id = strings.TrimLeft(id, "(*")
	return strings.HasPrefix(id, module+"/plugins/mcp.") && id != module+"/plugins/mcp.NewMCPServer" || strings.HasPrefix(id, module+"/genkit.RegisterAction") ||
		strings.HasPrefix(id, module+"/core.Define") && strings.HasSuffix(id, "Action")
}
