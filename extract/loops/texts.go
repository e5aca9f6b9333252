package loops

// This file finds all texts that a value may be.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// maxTexts is how many places are looked at for the texts of one.
const maxTexts = 2000

// cannotBe reports whether all texts that get to a place are known, and the one that is
// wanted is none of them.
func (o *order) cannotBe(p valueflow.Place, quoted string) bool {
	text, err := strconv.Unquote(quoted)
	if err != nil || text == "" || p == valueflow.NoPlace {
		return false
	}
	texts, all := o.textsAt(o.fn.at(p))
	return all && !slices.Contains(texts, text)
}

// textsAt returns the texts that get to a place; all says that nothing else does. What is in
// a map or in a struct gets there on its own.
func (c *chart) textsAt(p place) (texts []string, all bool) {
	seen := map[place]bool{p: true}
	for work := []place{p}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		known := false
		for _, v := range c.made[at] {
			known = known || v.isText || v.object != nil
			if v.isText {
				texts = append(texts, v.text)
			}
		}
		if len(c.in[at]) == 0 && !known || len(seen) > maxTexts || c.isDecoded(at) {
			return nil, false
		}
		for _, e := range c.in[at] {
			if e.loose {
				return nil, false
			}
			if !seen[e.other] {
				seen[e.other] = true
				work = append(work, e.other)
			}
		}
	}
	return texts, len(texts) > 0
}

// isDecoded reports whether a place is a field of structs that libraries may fill in.
func (c *chart) isDecoded(p place) bool {
	field, ok := strings.CutPrefix(c.net.names[p], "f ")
	if !ok {
		return false
	}
	typ := field[:strings.LastIndexByte(field, '.')]
	if c.decoded == nil {
		c.decoded = make(map[string]bool)
	}
	filled, known := c.decoded[typ]
	if !known {
		filled = slices.ContainsFunc(c.structs(typ), c.isFilled)
		c.decoded[typ] = filled
	}
	return filled
}

// structs returns the places of structs of a type.
func (c *chart) structs(typ string) (out []place) {
	for p, list := range c.made {
		if slices.ContainsFunc(list, func(v value) bool { return v.typ == typ }) {
			out = append(out, p)
		}
	}
	for _, r := range c.reads {
		if r.of == typ && r.base != noPlace {
			out = append(out, r.base)
		}
	}
	return out
}

// isFilled reports whether something that a library makes gets to a place.
func (c *chart) isFilled(p place) bool {
	seen := map[place]bool{p: true}
	for work := []place{p}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range c.in[at] {
			if e.loose {
				return true
			}
			if !seen[e.other] {
				seen[e.other] = true
				work = append(work, e.other)
			}
		}
	}
	return false
}
