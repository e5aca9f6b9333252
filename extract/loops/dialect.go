package loops

// This file finds what a model's answers in words are read into:
//
//	var step struct{ Tool, Input string }
//	json.Unmarshal([]byte(answer), &step)
//	history = append(history, tools[step.Tool](step.Input))

import (
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A dialect is a protocol of a program's own: what its model's answers are read into. Its
// parts are the fields of a struct type, or what is read of maps by key.
type dialect struct{ parts map[string][]place }

// A choice is a part of a dialect by which code selects something.
type choice struct {
	in     *dialect
	name   string
	places []place
	at     []selection
}

// A selection is where a text is compared, or is the key of a map.
type selection struct {
	in    *function
	block int32
	pos   graph.Pos
	test  *valueflow.Test // nil for the key of a map
}

// dialects returns what the answers of models are read into.
func (n *net) dialects() (out []*dialect) {
	start := n.wording()
	if len(start) == 0 {
		return nil
	}
	types, keyed := n.readInto(n.wordsOf(start))
	fields := make(map[string]*dialect)
	for name, p := range n.byName {
		field, ok := strings.CutPrefix(name, "f ")
		if !ok {
			continue
		}
		dot := strings.LastIndexByte(field, '.')
		if typ := field[:dot]; types[typ] {
			if fields[typ] == nil {
				fields[typ] = &dialect{make(map[string][]place)}
			}
			fields[typ].parts[field[dot+1:]] = []place{p}
		}
	}
	for _, typ := range slices.Sorted(maps.Keys(fields)) {
		out = append(out, fields[typ])
	}
	if d := n.keysOf(keyed); len(d.parts) > 0 {
		out = append(out, d)
	}
	return out
}

// wording returns where models answer in words.
func (n *net) wording() (start []place) {
	for _, r := range n.roles {
		if p := n.named(r.Name); r.Kind == valueflow.RoleAnswer && p != noPlace {
			start = append(start, p)
		}
	}
	for _, s := range n.sites {
		if s.Kind == valueflow.CallModel {
			start = append(start, slices.DeleteFunc(slices.Clone(s.results), func(p place) bool { return p == noPlace })...)
		}
	}
	return append(start, n.byHand()...)
}

// byHand returns what code reads of maps into which answers of models are decoded.
func (n *net) byHand() (out []place) {
	var keyed []place
	body := n.forward(n.start(valueflow.Body), false, false, nil)
	for _, fn := range n.funcs {
		for _, d := range fn.Decodes {
			answers := func(s *site) bool { return s.Kind == valueflow.CallAnswer && slices.Contains(s.args, fn.at(d.At)) }
			if d.Type == valueflow.MapType && body.seen[fn.at(d.From)] && slices.ContainsFunc(fn.sites, answers) {
				keyed = append(keyed, fn.at(d.At))
			}
		}
	}
	parts := n.keysOf(keyed).parts
	for _, key := range slices.Sorted(maps.Keys(parts)) {
		out = append(out, parts[key]...)
	}
	return out
}

// saidTypes returns the struct types into which code reads what a model says: the arguments of a call,
// or an answer in words.
func (f *finder) saidTypes() map[string]bool {
	out, _ := f.readInto(f.args)
	if f.dialect {
		words, _ := f.readInto(f.wordsOf(f.wording()))
		maps.Copy(out, words)
	}
	return out
}

// wordsOf returns where words of a model's answers get to. What a library returns that gets an
// answer is one, too: the next part of a stream, or its text.
func (n *net) wordsOf(answers []place) *walk {
	const calls = 3 // one after the other
	fields := n.fields()
	w := n.forward(answers, true, false, fields)
	for range calls {
		for _, fn := range n.funcs {
			for _, u := range fn.Outside {
				if u.Does == valueflow.DeedActs || !slices.ContainsFunc(u.Args, func(p valueflow.Place) bool { return w.seen[fn.at(p)] }) {
					continue
				}
				for _, r := range u.Results {
					answers = append(answers, fn.at(r))
				}
			}
		}
		answers = slices.DeleteFunc(answers, func(p place) bool { return p == noPlace })
		w = n.forward(answers, true, false, fields)
	}
	return w
}

// readInto returns the struct types of the module, and the maps, into which text is decoded
// that a walk comes to.
func (n *net) readInto(said *walk) (types map[string]bool, keyed []place) {
	types = make(map[string]bool)
	for _, fn := range n.funcs {
		for _, d := range fn.Decodes {
			switch at := fn.at(d.At); {
			case !said.seen[fn.at(d.From)]:
			case d.Type == valueflow.MapType:
				keyed = append(keyed, at)
			case d.Type != "":
				n.addHeld(types, d.Type)
			default:
				for _, v := range n.values(at) {
					n.addHeld(types, v.typ)
				}
			}
		}
	}
	return types, keyed
}

// addHeld adds a struct type of the module, and those of its fields.
func (n *net) addHeld(to map[string]bool, typ string) {
	if to[typ] || !n.own[funcid.Package(typ)] && !strings.HasPrefix(typ, "struct{") {
		return
	}
	to[typ] = true
	if st := n.structs[typ]; st != nil {
		for _, held := range st.Holds {
			n.addHeld(to, held)
		}
	}
}

// keysOf returns what is read by key of some maps.
func (n *net) keysOf(keyed []place) *dialect {
	d := &dialect{make(map[string][]place)}
	if len(keyed) == 0 {
		return d
	}
	got := n.forward(keyed, true, false, nil)
	for _, fn := range n.funcs {
		for _, l := range fn.Lookups {
			if key := n.text(fn, l.Key); key != "" && !l.Range && got.seen[fn.at(l.Map)] && l.To != valueflow.NoPlace {
				d.parts[key] = append(d.parts[key], fn.at(l.To))
			}
		}
	}
	return d
}

// choices returns the parts of a dialect by which something is selected, sorted.
func (n *net) choices(d *dialect) (out []*choice) {
	for _, name := range slices.Sorted(maps.Keys(d.parts)) {
		c := &choice{in: d, name: name, places: d.parts[name]}
		got := n.texting(c.places, true)
		if c.at = n.selections(got); len(c.at) > 0 && !n.isRead(got) {
			out = append(out, c)
		}
	}
	return out
}

// isRead reports whether a walk comes to maps that are read by key: what has parts is no text.
func (n *net) isRead(w *walk) bool {
	return slices.ContainsFunc(n.funcs, func(fn *function) bool {
		return slices.ContainsFunc(fn.Lookups, func(l valueflow.Lookup) bool { return w.seen[fn.at(l.Map)] })
	})
}

// selections returns where texts of a walk select something.
func (n *net) selections(w *walk) (out []selection) {
	for _, fn := range n.funcs {
		for i := range fn.Tests {
			if t := &fn.Tests[i]; w.seen[fn.at(t.X)] && (!w.seen[fn.at(t.Y)] || n.isConstant(fn, t.Y)) {
				out = append(out, selection{fn, t.Block, t.Pos, t})
			}
		}
		for _, l := range fn.Lookups {
			if !l.Range && w.seen[fn.at(l.Key)] {
				out = append(out, selection{in: fn, block: l.Block, pos: l.Pos})
			}
		}
	}
	return out
}

// leadsTo reports whether code that only runs where a comparison holds comes to select by a
// choice.
func (n *net) leadsTo(s selection, c *choice) bool {
	if s.test == nil {
		return false
	}
	seen := make(map[*function]bool)
	var work []*function
	for _, call := range s.in.sites {
		if slices.Contains(s.test.Blocks, call.Block) {
			work = appendCallees(work, call)
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[fn] {
			continue
		}
		seen[fn] = true
		for _, call := range fn.sites {
			work = appendCallees(work, call)
		}
	}
	return slices.ContainsFunc(c.at, func(o selection) bool {
		return seen[o.in] || o.in == s.in && slices.Contains(s.test.Blocks, o.block)
	})
}

// others returns the places of the other parts of the dialect of a choice: what a tool that it
// names is called with.
func (c *choice) others() (out []place) {
	for _, name := range slices.Sorted(maps.Keys(c.in.parts)) {
		if name != c.name {
			out = append(out, c.in.parts[name]...)
		}
	}
	return out
}
