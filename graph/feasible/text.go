package feasible

// This file knows texts. Bits do not: to them, whether two texts are equal, what a text
// begins with and how long it is are bits of which nothing is known. Axioms say what
// holds between those, for the texts that a question is about. They are true of all texts,
// so that what contradicts them cannot be; and where they allow what no texts are,
// no texts are found, and the question stays open.

import (
	"slices"
	"strings"
)

// isAboutText reports whether t asks something of texts.
func isAboutText(t *Term) bool { return len(t.args) > 0 && t.args[0].typ == String }

// Limits of texts.
const (
	maxTexts  = 24 // that one question is about: axioms are cubic in their number
	maxLength = 64 // of a text in a model
)

// texts are the texts that a question is about, and what it asks of them.
type texts struct {
	ts       *Terms
	list     []*Term // each once
	prefixes []*Term // constants
	lengths  bool    // it asks for lengths
}

// textsOf returns the texts that some terms are about.
func textsOf(ts *Terms, terms []*Term) *texts {
	x := &texts{ts: ts}
	each(terms, func(t *Term) {
		if t.typ == String {
			x.list = append(x.list, t)
		}
		x.lengths = x.lengths || t.op == Len
		if t.op == HasPrefix && !slices.Contains(x.prefixes, t.args[1]) {
			x.prefixes = append(x.prefixes, t.args[1])
		}
	})
	if empty := ts.Text(""); x.lengths && !slices.Contains(x.list, empty) {
		x.list = append(x.list, empty)
	}
	return x
}

// axioms returns what is true of the texts, as far as the question may need it.
func (x *texts) axioms() []*Term {
	ts := x.ts
	var out []*Term
	add := func(list ...*Term) { out = append(out, ts.Or(list...)) }
	for i, a := range x.list {
		for j, b := range x.list[:i] {
			differ := ts.Not(ts.Op(Equal, a, b))
			for _, c := range x.list[:j] {
				ac, bc := ts.Op(Equal, a, c), ts.Op(Equal, b, c)
				add(differ, ts.Not(ac), bc)
				add(differ, ts.Not(bc), ac)
				add(ts.Not(differ), ts.Not(ac), ts.Not(bc))
			}
			if x.lengths {
				add(differ, ts.Op(Equal, ts.Op(Len, a), ts.Op(Len, b)))
			}
			for _, p := range x.prefixes {
				add(differ, ts.Op(Equal, ts.Op(HasPrefix, a, p), ts.Op(HasPrefix, b, p)))
			}
		}
		out = append(out, x.ofOne(a)...)
	}
	return out
}

// ofOne returns what is true of one text.
func (x *texts) ofOne(a *Term) []*Term {
	ts := x.ts
	var out []*Term
	if x.lengths {
		long := ts.Op(Len, a)
		zero := ts.Int(Int64, 0)
		out = append(out, ts.Op(LessEqual, zero, long),
			ts.Op(Equal, ts.Op(Equal, long, zero), ts.Op(Equal, a, ts.Text(""))))
	}
	for i, p := range x.prefixes {
		begins := ts.Op(HasPrefix, a, p)
		for _, q := range x.prefixes[:i] {
			other := ts.Op(HasPrefix, a, q)
			switch {
			case strings.HasPrefix(p.text, q.text):
				out = append(out, ts.Or(ts.Not(begins), other))
			case strings.HasPrefix(q.text, p.text):
				out = append(out, ts.Or(ts.Not(other), begins))
			default:
				out = append(out, ts.Or(ts.Not(begins), ts.Not(other)))
			}
		}
		if x.lengths {
			long, least := ts.Op(Len, a), ts.Int(Int64, int64(len(p.text)))
			out = append(out, ts.Or(ts.Not(begins), ts.Op(LessEqual, least, long)),
				ts.Or(ts.Not(begins), ts.Not(ts.Op(Equal, long, least)), ts.Op(Equal, a, p)))
		}
	}
	return out
}

// short returns that all texts are short enough for a model.
func (x *texts) short() []*Term {
	var out []*Term
	if x.lengths {
		for _, a := range x.list {
			out = append(out, x.ts.Op(LessEqual, x.ts.Op(Len, a), x.ts.Int(Int64, maxLength)))
		}
	}
	return out
}

// complete gives the variables of m that are texts values such that they are what is says
// of them. It reports false if it finds none.
func (x *texts) complete(m Model, is func(*Term) Value) bool {
	for i, a := range x.list {
		if a.op != opVar {
			continue
		}
		same := slices.IndexFunc(x.list, func(b *Term) bool {
			_, known := m[b]
			return b != a && (b.IsConst() || known) && is(x.ts.Op(Equal, a, b)).Holds()
		})
		if same >= 0 {
			m[a] = m.Eval(x.list[same])
			continue
		}
		text, ok := x.other(a, i, m, is)
		if !ok {
			return false
		}
		m[a] = TextOf(text)
	}
	return true
}

// other returns a text for a, which is the i-th of the list, that no other text has so far.
func (x *texts) other(a *Term, i int, m Model, is func(*Term) Value) (text string, ok bool) {
	begin := ""
	for _, p := range x.prefixes {
		if is(x.ts.Op(HasPrefix, a, p)).Holds() && len(p.text) > len(begin) {
			begin = p.text
		}
	}
	length := len(begin) + 1 + i/26
	if x.lengths {
		length = int(is(x.ts.Op(Len, a)).bits)
	}
	if length < len(begin) || length > len(begin)+maxLength {
		return "", false
	}
	for c := range 26 {
		text := begin + strings.Repeat(string(rune('a'+(i+c)%26)), length-len(begin))
		taken := slices.ContainsFunc(x.list, func(b *Term) bool {
			v, known := m[b]
			return b.IsConst() && b.text == text || known && v.text == text
		})
		wrong := slices.ContainsFunc(x.prefixes, func(p *Term) bool {
			return strings.HasPrefix(text, p.text) != is(x.ts.Op(HasPrefix, a, p)).Holds()
		})
		if !taken && !wrong {
			return text, true
		}
	}
	return "", false
}
