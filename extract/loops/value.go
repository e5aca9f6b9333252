package loops

// This file says what is at a place.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// A value is something at a place: a text, a function, an object, or a value of a type.
type value struct {
	text   string
	isText bool
	fn     string             // the function
	recv   place              // with fn: the receiver that it binds
	method string             // with fn: it is the method of an interface, of what is at recv
	typ    string             // of an object, and of what is put into an interface
	boxed  *valueflow.Dynamic // with typ: where it is put into an interface
	object *valueflow.Object
	in     *function // that makes it
	pos    graph.Pos
}

// index notes what functions make, by place.
func (n *net) index() map[place][]value {
	at := make(map[place][]value)
	for _, f := range n.funcs {
		for i := range f.Texts {
			t := &f.Texts[i]
			at[f.at(t.At)] = append(at[f.at(t.At)], value{text: t.Text, isText: true, recv: noPlace, in: f, pos: t.Pos})
		}
		for i := range f.Takes {
			t := &f.Takes[i]
			at[f.at(t.At)] = append(at[f.at(t.At)], value{fn: t.Func, recv: f.at(t.Recv), method: t.Method, in: f})
		}
		for i := range f.Objects {
			o := &f.Objects[i]
			at[f.at(o.At)] = append(at[f.at(o.At)], value{typ: o.Type, recv: noPlace, object: o, in: f, pos: o.Pos})
		}
		for i := range f.Dynamic {
			d := &f.Dynamic[i]
			at[f.at(d.At)] = append(at[f.at(d.At)], value{typ: d.Type, boxed: d, recv: noPlace, in: f, pos: d.Pos})
		}
	}
	return at
}

// values returns what may be at a place.
func (n *net) values(p place) (out []value) {
	for _, at := range n.backward(p) {
		out = append(out, n.made[at]...)
	}
	return out
}

// A context is the calls by which a walk got into functions, the last one first.
type context struct {
	site int32
	up   *context
	deep int
}

// maxDeep is how many calls a context keeps. What lies deeper is seen from any caller.
const maxDeep = 4

func (c *context) enter(site int32) *context {
	if c == nil || c.deep >= maxDeep {
		return &context{site, nil, 1}
	}
	return &context{site, c, c.deep + 1}
}

// leave returns the calls around the last one.
func (c *context) leave() *context {
	if c == nil {
		return nil
	}
	return c.up
}

// meets reports whether two contexts may be of the same calls: what is not known of one, the
// other tells.
func (c *context) meets(o *context) bool {
	for ; c != nil && o != nil; c, o = c.up, o.up {
		if c.site != o.site {
			return false
		}
	}
	return true
}

func (c *context) key() string {
	var b []byte
	for ; c != nil; c = c.up {
		b = append(b, byte(c.site), byte(c.site>>8), byte(c.site>>16), byte(c.site>>24))
	}
	return string(b)
}

// An instance is a value as it is made by certain calls.
type instance struct {
	value
	context *context
}

func (a instance) same(b instance) bool { return a.isLike(b) && a.context.key() == b.context.key() }

// meets reports whether two instances may be one.
func (a instance) meets(b instance) bool { return a.isLike(b) && a.context.meets(b.context) }

// isLike reports whether two instances differ in nothing but the calls that make them.
func (a instance) isLike(b instance) bool {
	return a.object == b.object && a.fn == b.fn && a.typ == b.typ && a.text == b.text && a.recv == b.recv
}

// An identity is what instances are told apart by.
type identity struct {
	object             *valueflow.Object
	fn, typ, text, key string
	recv               place
}

func (a instance) identity() identity {
	return identity{a.object, a.fn, a.typ, a.text, a.context.key(), a.recv}
}

// A search looks for instances.
type search struct {
	*net
	// self is the object that is asked: of the fields of what may be it, only its own
	// count.
	self *instance
	// steps is how many places may still be looked at.
	steps int
	deep  int
	// flat: what a map gets is not at the place of the map.
	flat bool
	// loose: what was made from a value is looked at too.
	loose bool
	// begins: texts are looked at with which one begins; around: what something has answer calls.
	begins, around bool
	// at notes the places that were looked at, if it is not nil.
	at func(place, *context)
	// ends says, if it is not nil, where the walk goes no further.
	ends func(place) bool
	// lost: something came from where nothing is known of it.
	lost bool
}

const maxSteps = 20000

// maxNested is how many searches ask each other for what objects have in their fields.
const maxNested = 6

// instances returns what may be at a place in a context; complete says that the search
// came to its end. Each place is looked at once.
func (n *net) instances(p place, c *context) (list []instance, complete bool) {
	key := visit{at: p, key: c.key()}
	a, known := n.looks[key]
	if !known {
		s := &search{net: n, steps: maxSteps}
		found := s.find(p, c)
		a.steps = s.steps
		a.found = slices.DeleteFunc(slices.Clone(found), func(i instance) bool {
			return i.isPlain() && slices.ContainsFunc(found, func(o instance) bool { return o.object != nil && o.typ == i.typ })
		})
		n.looks[key] = a
	}
	return slices.Clone(a.found), a.steps > 0
}

// isPlain reports whether of a value nothing is known but its type.
func (v *value) isPlain() bool { return v.object == nil && v.fn == "" && !v.isText }

// texts returns the texts that may be at a place if what self may be is self.
func (n *net) texts(p place, c *context, self *instance) (out []instance, complete bool) {
	a := n.findFor(p, c, self, maxSteps)
	for _, i := range a.found {
		if i.isText {
			out = append(out, i)
		}
	}
	return out, a.steps > 0
}

// An ownQuestion is what a walk for one object, which nobody else shares, depends on.
type ownQuestion struct {
	visit
	self  identity
	steps int
}

// findFor walks back from a place for self, nil for no object in particular, at most so many steps. Many tools ask the same of
// the object that has them.
func (n *net) findFor(p place, c *context, self *instance, steps int) answer {
	q := ownQuestion{visit: visit{at: p, key: c.key()}, steps: steps}
	if self != nil {
		q.self = self.identity()
	}
	a, known := n.owned[q]
	if !known {
		s := &search{net: n, self: self, steps: steps}
		a = answer{found: s.find(p, c), steps: s.steps}
		n.owned[q] = a
	}
	return a
}

type visit struct {
	at   place
	key  string
	keys string // see keyed
}

// A question is what a walk for no object in particular depends on.
type question struct {
	visit
	steps, deep int
}

// An answer is what such a walk found, and how many steps were left.
type answer struct {
	found []instance
	steps int
}

// ask walks back from a place for no object in particular, at most so many steps. Many walks
// ask the same.
func (s *search) ask(p place, c *context, steps int) answer {
	if p == noPlace {
		return answer{steps: steps}
	}
	q := question{visit{at: p, key: c.key()}, steps, s.deep}
	a, known := s.answered[q]
	if !known {
		inner := &search{net: s.net, steps: steps, deep: s.deep}
		a.found = inner.find(p, c)
		a.steps = inner.steps
		s.answered[q] = a
	}
	return a
}

// find walks back from a place.
func (s *search) find(p place, c *context) (out []instance) {
	if s.deep++; s.deep > maxNested {
		s.deep--
		s.steps = 0
		return nil
	}
	defer func() { s.deep-- }()
	type item struct {
		at place
		c  *context
		k  *keyed
	}
	seen := make(map[visit]bool)
	var work []item
	push := func(at place, c *context, k *keyed) {
		if at == noPlace || s.steps <= 0 {
			return
		}
		if s.isFree(at) {
			c = nil
		}
		if v := (visit{at, c.key(), k.text()}); !seen[v] {
			seen[v] = true
			s.steps--
			work = append(work, item{at, c, k})
		}
	}
	push(p, c, nil)
	for len(work) > 0 {
		it := work[len(work)-1]
		work = work[:len(work)-1]
		if s.at != nil {
			s.at(it.at, it.c)
		}
		if s.ends != nil && s.ends(it.at) {
			continue
		}
		for _, v := range s.made[it.at] {
			if it.k != nil && v.typ == valueflow.MapType {
				continue // it has what is looked for
			}
			out = withInstances(out, instance{v, it.c})
		}
		if own, ok := s.field(it.at, it.c); ok {
			out = withInstances(out, own...)
			s.lost = s.lost || len(own) == 0
			continue
		}
		ways := len(s.made[it.at])
		for _, e := range s.in[it.at] {
			ways++
			switch {
			case e.loose && !s.loose && !(s.begins && e.begins) && !(s.around && e.around) || e.put && s.flat && it.k == nil:
				ways--
			case e.put:
				if k, ok := it.k.put(e.key); ok {
					push(e.other, it.c, k)
				}
			case e.take:
				push(e.other, it.c, it.k.take(e.key))
			case e.kind == moves:
				push(e.other, it.c, it.k)
			case e.kind == enters && it.c == nil:
				push(e.other, nil, it.k)
			case e.kind == enters && it.c.site == e.site:
				push(e.other, it.c.up, it.k)
			case e.kind == returns && s.runs(e, it.c):
				push(e.other, it.c.enter(e.site), it.k)
			default:
				ways--
			}
		}
		s.lost = s.lost || ways == 0
	}
	return out
}

// withInstances adds those instances to a list that are not in it. Objects that have each other in fields would else be found once for each
// way through these.
func withInstances(out []instance, more ...instance) []instance {
	for _, i := range more {
		if !slices.ContainsFunc(out, i.same) {
			out = append(out, i)
		}
	}
	return out
}

// runs reports whether a call that an edge leads back into may run the function at its
// other end: of the methods of self, only those of its type.
func (s *search) runs(e edge, c *context) bool {
	site := s.sites[e.site]
	if s.self == nil || s.self.typ == "" || site.Method == "" || site.on == noPlace || !s.mayBeSelf(site.on, c) {
		return true
	}
	fn := s.method(s.self.typ, site.Method)
	if fn == nil {
		return true
	}
	name := s.names[e.other]
	return name == "" || ownerOf(name) == fn.ID
}

// field returns what self, or else the objects of which a place is a field, have in it. It
// is not ok if the place is no field, or if the objects do not tell and all that the field
// has anywhere counts.
func (s *search) field(p place, c *context) ([]instance, bool) {
	r := s.reads[p]
	if r == nil || r.base == noPlace {
		return nil, false
	}
	if s.self != nil && s.self.object != nil && s.self.typ == r.of && s.mayBeSelf(r.base, c) {
		if out, ok := s.of(*s.self, r.field); (s.flat || !hasMap(out)) && !s.grows(r) {
			return out, ok
		}
		return nil, false
	}
	if own, ok := s.ofSelf(r, c); ok {
		return own, true
	}
	bases, complete := s.bases(r.base, c)
	if !complete { // others may be there, too
		return nil, s.giveUp()
	}
	bases = s.holding(bases, r.of)
	var out []instance
	known := len(bases) > 0
	for _, b := range bases {
		found, ok := s.of(b, r.field)
		out, known = withInstances(out, found...), known && ok
	}
	if !s.flat && hasMap(out) || s.self == nil && s.grows(r) {
		return nil, false
	}
	return out, known || s.self != nil // what is not known of this one object, others do not tell
}

// grows reports whether a list is read that others than who makes the object may set, or add to: which object they add to is
// not followed, so that all that the field has anywhere counts.
func (s *search) grows(r *read) bool { return r.many && s.filled[r.field] }

// ofSelf returns what is read of a type that self embeds, if self is what it is read of.
func (s *search) ofSelf(r *read, c *context) (out []instance, ok bool) {
	if s.self == nil || s.self.object == nil || s.self.typ == r.of {
		return nil, false
	}
	for _, in := range s.holding([]instance{*s.self}, r.of) {
		if s.mayBeSelf(r.base, c) {
			out, ok = s.of(in, r.field)
		}
	}
	return out, ok
}

// holding returns the objects of a type, and those of the type that others embed: a method
// that is promoted reads of these.
func (s *search) holding(list []instance, typ string) (out []instance) {
	for _, i := range list {
		switch {
		case i.object == nil:
		case i.typ == typ:
			out = append(out, i)
		default:
			inner, _ := s.of(i, valueflow.FieldName(i.typ, typ[strings.LastIndexByte(typ, '.')+1:]))
			for _, in := range inner {
				if in.object != nil && in.typ == typ {
					out = append(out, in)
				}
			}
		}
	}
	return out
}

// bases returns the objects that may have a field that is read.
func (s *search) bases(p place, c *context) (out []instance, complete bool) {
	const steps = 500
	if s.self == nil {
		a := s.ask(p, c, steps)
		return slices.Clone(a.found), a.steps > 0
	}
	inner := &search{net: s.net, self: s.self, steps: steps, deep: s.deep}
	out = inner.find(p, c)
	return out, inner.steps > 0
}

// hasMap reports whether there is a map among values: what it holds, others may put into it.
func hasMap(list []instance) bool {
	return slices.ContainsFunc(list, func(i instance) bool { return i.typ == valueflow.MapType })
}

// of returns what an object has in a field, if the function that makes it says so.
func (s *search) of(o instance, field string) (out []instance, ok bool) {
	for _, f := range o.object.Fields {
		if f.Field == field {
			ok = true
			out = withInstances(out, s.find(o.in.at(f.Value), o.context)...)
		}
	}
	if !ok && len(o.object.Like) > 0 {
		return s.ofCopied(o, field)
	}
	if !ok {
		if set, told := s.set(o, field); told {
			return set, true
		}
	}
	return out, ok || (o.object.Whole || s.callable[field]) && !s.filled[o.typ] && !s.filled[field]
}

// ofCopied returns what the structs have in a field that an object is a copy of.
func (s *search) ofCopied(o instance, field string) (out []instance, ok bool) {
	s.deep++
	defer func() { s.deep-- }()
	known := s.deep <= maxNested
	for _, p := range o.object.Like {
		if !known {
			break
		}
		for _, from := range s.find(o.in.at(p), o.context) {
			if from.object == nil || from.object == o.object || from.typ != o.typ {
				continue
			}
			found, ok := s.of(from, field)
			out, known = append(out, found...), known && ok
		}
	}
	return out, known && len(out) > 0
}

// mayBeSelf reports whether self may be at a place.
func (s *search) mayBeSelf(p place, c *context) bool {
	probe := s.ask(p, c, 2000)
	found := slices.ContainsFunc(probe.found, func(i instance) bool {
		return i.object == s.self.object && i.typ == s.self.typ && (i.object == nil || i.context.meets(s.self.context))
	})
	if !found && probe.steps <= 0 {
		s.giveUp()
	}
	return found
}

// giveUp ends a search for what one object has: what others have is no answer. It reports
// whether there is such an object.
func (s *search) giveUp() bool {
	if s.self != nil {
		s.steps = 0
	}
	return s.self != nil
}
