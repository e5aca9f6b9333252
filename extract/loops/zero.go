package loops

// This file says whether a number may be zero because nobody sets it, and where it is not, as it has got
// a default already:
//
//	if p.Max <= 0 {
//		p.Max = 20 // whoever loads p
//	}
//	…
//	if n = p.Max; n <= 0 {
//		n = 200 // never
//	}

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
		if !ok || len(c.numbers.preset[at]) > 0 {
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

// isAbove reports whether a number is above zero, wherever it comes from: it is a constant, or a field
// that gets a default in all objects that are made without it.
func (num *numbers) isAbove(p place) bool {
	if is, known := num.above[p]; known {
		return is
	}
	num.above[p] = false // while it is looked at
	num.above[p] = num.comesAbove(p)
	return num.above[p]
}

func (num *numbers) comesAbove(p place) bool {
	seen := make(map[place]bool)
	for work := []place{p}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		_, entered := num.entered[at]
		switch isField := strings.HasPrefix(num.names[at], "f "); {
		case isField && len(num.preset[at]) > 0 && !num.isLacked(at):
			continue
		case isField, entered, num.grows[at] != "", len(num.consts[at])+len(num.from[at]) == 0:
			return false
		case slices.ContainsFunc(num.consts[at], func(n int) bool { return n <= 0 }):
			return false
		}
		for _, e := range num.from[at] {
			work = append(work, e.other)
		}
	}
	return true
}

// isLacked reports whether some object is made without the number of a field, and is not handed to a
// function that gives it a default.
func (num *numbers) isLacked(field place) bool {
	name := num.names[field]
	typ := strings.TrimPrefix(name[:strings.LastIndexByte(name, '.')], "f ")
	return slices.ContainsFunc(num.funcs, func(fn *function) bool {
		return slices.Contains(fn.Zeros, typ) || slices.ContainsFunc(fn.Objects, func(o valueflow.Object) bool {
			return o.Type == typ && lacks(&o, name) && !slices.ContainsFunc(fn.sites, func(s *site) bool {
				return slices.Contains(s.args, fn.at(o.At)) && slices.ContainsFunc(s.callees, func(to callee) bool {
					return slices.Contains(num.preset[field], to.fn)
				})
			})
		})
	})
}
