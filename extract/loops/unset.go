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

// mayOthersSet reports whether other modules may set a field, or a decoder.
func (c *chart) mayOthersSet(field string) bool {
	typ, name := fieldParts(field)
	pkg := typ[:max(strings.LastIndexByte(typ, '.'), 0)]
	return c.filled[typ] || !c.own[pkg] || token.IsExported(name) && c.isOpen(pkg)
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
	if made := c.made[q]; len(made) > 0 {
		return slices.ContainsFunc(made, func(v value) bool { return v.in == nil || !c.neverRuns(v.in) })
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

// neverRuns reports whether a function, or the one that it stands in, is one that nothing in the program calls or takes as a value,
// and that nobody else can. Methods are called by who knows their interface, too.
func (c *chart) neverRuns(fn *function) bool {
	outer, _, _ := strings.Cut(fn.ID, "$")
	f := c.byID[outer]
	if f == nil || strings.Contains(outer, "(") || slices.Contains([]string{"main", "init"}, shortName(outer)) {
		return false
	}
	return len(c.callers[f]) == 0 && !c.isTaken(f) && !c.isOpen(f.pkg)
}
