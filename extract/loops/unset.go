package loops

// This file finds questions that are never asked, because the function that would ask is never set.
//
//	type Agent struct{ approve func(string) bool }
//	…
//	if a.approve != nil && !a.approve(command) {
//		return "denied"
//	}

import (
	"go/token"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// isUnset reports whether a field, which has a function or an object whose methods are called, has none in any run of the program: nothing
// in it sets the field, and nobody else can.
func (c *chart) isUnset(name string) bool {
	p := c.net.named(name)
	if p == noPlace || !c.main || c.open || !strings.HasPrefix(name, "f ") || !c.isHook(name) || c.mayOthersSet(name) {
		return false
	}
	from := c.sources(p)
	return len(from) < maxSources && !slices.ContainsFunc(from, func(q place) bool { return c.mayBring(q) })
}

// isHook reports whether a field has a function, or an object whose methods are called: no decoder sets these.
func (c *chart) isHook(field string) bool {
	return c.callable[field] || slices.ContainsFunc(c.sites, func(s *site) bool {
		r := c.reads[s.on]
		return s.Method != "" && r != nil && r.field == field
	})
}

// mayOthersSet reports whether other modules may set a field, or code that has its address.
func (c *chart) mayOthersSet(field string) bool {
	typ, name := fieldParts(field)
	pkg := typ[:max(strings.LastIndexByte(typ, '.'), 0)]
	return c.filled[field] || c.filled[typ] || !c.own[pkg] || token.IsExported(name) && c.isOpen(pkg)
}

// fieldParts returns the type and the name of the field of a name.
func fieldParts(field string) (typ, name string) {
	rest := strings.TrimPrefix(field, "f ")
	i := strings.LastIndexByte(rest, '.')
	if i < 0 {
		return "", rest
	}
	return rest[:i], rest[i+1:]
}

// isOpen reports whether other modules may import a package.
func (c *chart) isOpen(pkg string) bool {
	if strings.Contains("/"+pkg+"/", "/internal/") {
		return false
	}
	return !slices.ContainsFunc(c.graphs, func(g *valueflow.Graph) bool { return g.Package == pkg && g.Main })
}

// mayBring reports whether something may come from a place that brings nothing of another one: a function, or what is not known. A
// parameter of a function that nothing calls brings nothing, unless other modules call it.
func (c *chart) mayBring(q place) bool {
	if len(c.made[q]) > 0 {
		return true
	}
	name := c.net.names[q]
	switch fn := c.byID[ownerOf(name)]; {
	case strings.HasPrefix(name, "f "):
		return c.mayOthersSet(name)
	case c.isParam(q) && fn != nil && len(c.callers[fn]) == 0:
		return c.isTaken(fn) || c.isOpen(fn.pkg)
	}
	return len(c.in[q]) == 0
}
