package loops

// This file says what a field of an object is set to after it was made:
//
//	NewTool("read").With(read)
//	func (t *Tool) With(run func(string) string) *Tool { t.run = run; return t }

import (
	"maps"
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// An assignment sets a field of what is at base to what is at value.
type assignment struct {
	base, value place
	in          *function
}

// assignments returns what sets fields, by field, also where objects are made. There are none of a
// field that something else sets.
func (n *net) assignments() map[string][]assignment {
	out := make(map[string][]assignment)
	open := make(map[string]bool)
	for _, fn := range n.funcs {
		into := make(map[place][]valueflow.Move) // by where they lead
		for _, m := range fn.Moves {
			into[fn.at(m.To)] = append(into[fn.at(m.To)], m)
		}
		for _, m := range fn.Moves {
			at, field := fn.at(m.From), fn.at(m.To)
			if field == noPlace || n.names[field] == "" || n.names[field][0] != 'f' {
				continue
			}
			name := n.names[field]
			r := n.reads[at]
			if r == nil || r.base == noPlace || m.Loose || r.many {
				open[name] = true
				continue
			}
			for _, v := range into[at] {
				if from := fn.at(v.From); from != field {
					open[name] = open[name] || v.Loose
					out[name] = append(out[name], assignment{r.base, from, fn})
				}
			}
		}
	}
	maps.DeleteFunc(out, func(name string, _ []assignment) bool { return open[name] })
	return out
}

// maxAssigned is how many ways to assignments of a field are told apart.
const maxAssigned = 2000

// set returns what an object has in a field by assignments, if it is known of each of them whether it
// is about the object, and one is.
func (s *search) set(o instance, field string) (out []instance, told bool) {
	s.deep++
	defer func() { s.deep-- }()
	if s.deep > maxNested {
		return nil, false
	}
	left := maxAssigned
	for _, a := range s.assigned[field] {
		for _, c := range s.callsOf(a.in) {
			if left--; left < 0 {
				return nil, false
			}
			const steps = 500
			bases := s.ask(a.base, c, steps)
			if bases.steps <= 0 || len(bases.found) == 0 {
				return nil, false
			}
			if slices.ContainsFunc(bases.found, func(b instance) bool { return b.object == o.object && b.typ == o.typ && b.context.meets(o.context) }) {
				out, told = append(out, s.find(a.value, c)...), true
			}
		}
	}
	return out, told
}
