package loops

// This file finds what a model, or the clients of a server, are told of tools.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// An offer is one tool as a program tells of it: the values of the fields, or the entries, of
// something that a protocol has for it. Where the code that makes it goes through a list of
// tools, each of them is an offer.
type offer struct {
	name                string // "" for one that was not found out
	in                  *function
	object              place // where it is made
	pos                 graph.Pos
	c                   *context
	self                *instance // of the list: what tells this offer from the others
	called              place     // where its name is
	description, schema place
	hints               place
}

// A put sets what a map has for a key.
type put struct {
	*valueflow.Put
	in *function
}

// offers finds the offers of the program.
func (f *finder) offers() {
	f.putsAt = make(map[place][]put)
	for _, fn := range f.funcs {
		for i := range fn.Puts {
			p := &fn.Puts[i]
			f.putsAt[fn.at(p.Map)] = append(f.putsAt[fn.at(p.Map)], put{p, fn})
		}
	}
	for _, fn := range f.funcs {
		for i := range fn.Objects {
			if o := f.offerOf(fn, &fn.Objects[i]); o != nil {
				f.tellers = append(f.tellers, o)
				f.offered = append(f.offered, f.each(o)...)
			}
		}
	}
}

// offerOf returns the offer that an object is, nil if it is none.
func (f *finder) offerOf(fn *function, obj *valueflow.Object) *offer {
	o := &offer{in: fn, object: fn.at(obj.At), pos: obj.Pos, called: noPlace, description: noPlace, schema: noPlace, hints: noPlace}
	if obj.Type == valueflow.MapType {
		return f.offerMap(o, obj)
	}
	i := slices.IndexFunc(f.net.offers, func(t valueflow.Offer) bool { return t.Type == obj.Type && t.Server == f.server })
	if i < 0 {
		return nil
	}
	for _, v := range obj.Fields {
		switch v.Field {
		case f.net.offers[i].Name:
			o.called = fn.at(v.Value)
		case f.net.offers[i].Description:
			o.description = fn.at(v.Value)
		case f.net.offers[i].Schema:
			o.schema = fn.at(v.Value)
		case f.net.offers[i].Hints:
			o.hints = fn.at(v.Value)
		}
	}
	if o.called == noPlace {
		return nil // a zero value, which something else fills
	}
	return o
}

// offerMap completes the offer that a map is, if it has a name and a schema. Servers are
// called by a protocol that spells the latter in its own way.
func (f *finder) offerMap(o *offer, obj *valueflow.Object) *offer {
	for _, p := range f.putsAt[o.in.at(obj.At)] {
		key, value := f.text(p.in, p.Key), p.in.at(p.Value)
		switch protocol.OfferPart(key) {
		case protocol.OfferName:
			o.called = value
		case protocol.OfferDescription:
			o.description = value
		case protocol.OfferHints:
			o.hints = value
		case protocol.OfferSchema:
			if strings.HasPrefix(key, "inputS") == f.server {
				o.schema = value
			}
		}
	}
	if o.called == noPlace || o.schema == noPlace {
		return nil
	}
	return o
}

// maxOffers is how many calls of a function that makes offers are told apart.
const maxOffers = 300

// each returns the offers that an object is: one for each call that brings another name, and
// one for each tool of a list.
func (f *finder) each(o *offer) (out []*offer) {
	if names := f.textsAt(spot{o.called, nil}, nil); len(names) == 1 {
		o.name = names[0]
		return []*offer{o}
	}
	rest := false
	ways := f.callsOf(o.in)
	for _, c := range ways[:min(len(ways), maxOffers)] {
		way := *o
		way.c = c
		switch names := f.textsAt(spot{o.called, c}, nil); {
		case len(names) != 1:
			rest = true
		case !hasOffer(out, names[0]):
			way.name = names[0]
			out = append(out, &way)
		}
	}
	if rest || len(ways) > maxOffers {
		out = f.listed(o, out)
	}
	return out
}

func hasOffer(list []*offer, name string) bool {
	return slices.ContainsFunc(list, func(o *offer) bool { return o.name == name })
}

// listed adds the offers that code makes which goes through a list: one for each object that
// has one name only, and one without an object for each name that is left.
func (f *finder) listed(o *offer, out []*offer) []*offer {
	with := func(name string, self *instance) {
		next := *o
		if next.name, next.self = name, self; !hasOffer(out, name) {
			out = append(out, &next)
		}
	}
	f.namers(o, with)
	names, complete := f.texts(o.called, nil, nil)
	for _, n := range names {
		if n.text != "" {
			with(n.text, nil)
		}
	}
	if !complete || len(out) == 0 {
		with("", nil)
	}
	return out
}

// namers calls yield with each object that tells the name of an offer, in a field or by a
// method, and the name.
func (f *finder) namers(o *offer, yield func(string, *instance)) {
	most := maxOffers
	var visited []spot
	s := &search{net: f.net, steps: maxNodeSteps, at: func(p place, c *context) { visited = append(visited, spot{p, c}) }}
	s.find(o.called, nil)
	for _, v := range visited {
		r := f.reads[v.at]
		byMethod := v.c != nil && f.sites[v.c.site].Method != ""
		var list []instance
		switch {
		case r != nil && r.base != noPlace:
			list, _ = f.instances(r.base, v.c)
		case byMethod:
			list, _ = f.instances(f.sites[v.c.site].on, v.c.up)
		}
		for i := range list {
			self := &list[i]
			if most--; most < 0 {
				return
			}
			if r != nil && (self.object == nil || self.typ != r.of) || self.typ == "" {
				continue
			}
			if said := f.textsAt(spot{o.called, nil}, self); len(said) == 1 && said[0] != "" {
				yield(said[0], self)
			}
		}
	}
}

// asked adds where functions read the parameters of a client's call from a map.
func (n *net) asked(names, args []place) (_, _ []place) {
	for _, fn := range n.funcs {
		for _, a := range fn.Asked {
			names, args = append(names, fn.at(a.Name)), append(args, fn.at(a.Args))
		}
	}
	return names, args
}
