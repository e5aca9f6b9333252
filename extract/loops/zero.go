package loops

// This file says whether a number may be zero because nobody sets it.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// mayBeZero reports whether a number may be that of a field which some object is made without, and
// which gets no default.
func (c *chart) mayBeZero(n end) bool {
	for at := range c.numbers.origins(n.at) {
		field, ok := strings.CutPrefix(c.net.names[at], "f ")
		if !ok || c.numbers.preset[at] {
			continue
		}
		typ := field[:strings.LastIndexByte(field, '.')]
		lacking := func(o *valueflow.Object) bool { return o.Type == typ && lacks(o, c.net.names[at]) }
		if slices.ContainsFunc(c.objectsAt(n.of, typ), lacking) {
			return true
		}
	}
	return false
}

// objectsAt returns the objects of a struct type that may be at a place, all that the module makes
// if that is not known.
func (n *net) objectsAt(p place, typ string) (out []*valueflow.Object) {
	if p != noPlace {
		list, complete := n.instances(p, nil)
		for _, i := range list {
			if i.object != nil {
				out = append(out, i.object)
			}
			complete = complete && i.object != nil && i.typ == typ
		}
		if complete && len(out) > 0 {
			return out
		}
		out = nil
	}
	for _, fn := range n.funcs {
		for i := range fn.Objects {
			out = append(out, &fn.Objects[i])
		}
	}
	return out
}

// lacks reports whether an object is made without a number: it is no copy of another one.
func lacks(o *valueflow.Object, field string) bool {
	return len(o.Like) == 0 && !slices.Contains(o.Numbers, field)
}
