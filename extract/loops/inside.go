package loops

// This file looks at what a tool does itself, and whether somebody is asked before each of it.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// inside returns the stand of what a tool does: never if nothing was seen that it does.
func (j *judge) inside(t *tool) stand {
	d := &doing{judge: j, open: make(map[*function]int), found: make(map[doneWith]stand), stood: make(map[pointWith]stand)}
	if fn := j.byID[t.handler]; fn != nil {
		now, later := d.by(fn, nil, ""), d.later(fn)
		if later.grade != never && d.deedOf(fn) != valueflow.DeedActs {
			return later // what it reads before is no reason to ask
		}
		return now.or(later)
	}
	if t.inline {
		return d.by(t.in, t.blocks, "")
	}
	return stand{}
}

// later returns the stand of what a tool leaves to others to do, by functions that it makes and
// does not call: never if there is nothing.
//
//	return "", &NeedsConfirmation{Run: func() error { return os.Remove(path) }}
func (d *doing) later(fn *function) (out stand) {
	for _, made := range d.funcs {
		if made == fn || outermost(made) != fn.ID || d.deedOf(made) == valueflow.DeedUnknown {
			continue
		}
		for _, s := range d.callers[made] {
			if outermost(s.in) != fn.ID {
				w := &ways{judge: d.judge}
				out = out.or(w.to(s.in, point{s.Block, s.Pos}).and(d.by(made, nil, "")))
			}
		}
	}
	return out
}

// Doing goes through what a tool does.
type doing struct {
	*judge
	open   map[*function]int // what is being found, by how much was before it
	found  map[doneWith]stand
	stood  map[pointWith]stand
	lowest int // of what is being found, the first that was come to again
	steps  int
}

// A doneWith is a function and what its caller has decided.
type doneWith struct {
	fn   *function
	with given
}

// A pointWith is a point of it.
type pointWith struct {
	doneWith
	at point
}

// maxDone is how many functions are looked into for what a tool does. Those that call each other are looked into on each way
// that leads there, as what is being found on the way counts for nothing.
const maxDone = 1000

// A deed is something that a function does, itself or by another function.
type deed struct {
	at   point
	by   *site // nil for itself
	args bool  // with the model's arguments
	does valueflow.Deed
}

// by returns the stand of what a function does, in some blocks if they are given.
func (d *doing) by(fn *function, blocks []int32, with given) stand {
	key := doneWith{fn, with}
	if at, isOpen := d.open[fn]; isOpen {
		d.lowest = min(d.lowest, at)
		return stand{}
	}
	if out, known := d.found[key]; known && len(blocks) == 0 {
		return out
	}
	if d.steps++; d.steps > maxDone {
		return stand{grade: unclear, why: cause{pos: fn.Pos}}
	}
	before, depth := d.lowest, len(d.open)
	d.open[fn], d.lowest = depth, depth
	out := d.byItself(fn, blocks, with)
	delete(d.open, fn)
	if d.lowest >= depth && len(blocks) == 0 { // it does not hang on what is being found
		d.found[key] = out
	}
	d.lowest = min(before, d.lowest)
	return out
}

// byItself is by for a function that is neither being looked into nor known.
func (d *doing) byItself(fn *function, blocks []int32, with given) stand {
	all := d.deeds(fn, blocks)
	telling := d.telling(all)
	var out stand
	for _, e := range telling {
		out = out.or(d.deed(fn, blocks, with, e))
	}
	if out.grade != agreed {
		return out
	}
	for _, e := range all {
		if slices.Contains(telling, e) || e.does != valueflow.DeedActs && !e.args || e.does == valueflow.DeedReads {
			continue
		}
		if s := d.deed(fn, blocks, with, e); s.grade > agreed {
			return stand{grade: unclear, asks: out.asks, why: cause{pos: e.at.pos}}
		}
	}
	return out
}

// deed returns the stand of something that a function does.
func (d *doing) deed(fn *function, blocks []int32, with given, e deed) stand {
	s := freely
	if fn.Flow != nil {
		s = d.within(fn, blocks, with, e.at)
	}
	if e.by != nil && s.grade > agreed {
		s = s.and(d.called(fn, e.by))
	}
	return s
}

// within returns the stand of a point in a function, from the first of some blocks if they
// are given.
func (d *doing) within(fn *function, blocks []int32, with given, p point) stand {
	if len(blocks) == 0 {
		key := pointWith{doneWith{fn, with}, p}
		s, known := d.stood[key]
		if !known {
			s = d.whole(fn, with).at(p)
			d.stood[key] = s
		}
		return s
	}
	from := []point{{block: blocks[0]}}
	return d.orderOf(fn, with, from).at(p)
}

// called returns the stand of what a call does.
func (d *doing) called(fn *function, s *site) stand {
	var out stand
	for _, c := range s.callees {
		if d.asks[c.fn] { // an agent, whose tools have gates of their own
			return freely
		}
		with := given("")
		if fn.Flow != nil {
			with = d.whole(fn, "").handed(s, c)
		}
		out = out.or(d.by(c.fn, nil, with))
	}
	if out.grade == never {
		return freely
	}
	return out
}

// deeds returns what a function does or may do.
func (d *doing) deeds(fn *function, blocks []int32) (out []deed) {
	isIn := func(b int32) bool { return len(blocks) == 0 || slices.Contains(blocks, b) }
	isArg := func(p place) bool { return p != noPlace && d.args.seen[p] }
	for _, u := range fn.Outside {
		if isIn(u.Block) {
			args := slices.ContainsFunc(u.Args, func(p valueflow.Place) bool { return p != valueflow.NoPlace && isArg(fn.at(p)) })
			out = append(out, deed{point{u.Block, u.Pos}, nil, args, u.Does})
		}
	}
	for _, s := range fn.sites {
		does := d.does(s)
		if isIn(s.Block) && does != valueflow.DeedUnknown {
			out = append(out, deed{point{s.Block, s.Pos}, s, d.carriesArgs(s) || isArg(s.on), does})
		}
	}
	return out
}

// does returns the most that a call of the program does.
func (d *doing) does(s *site) (out valueflow.Deed) {
	if s.Kind == valueflow.CallRemote {
		return valueflow.DeedActs
	}
	for _, c := range s.callees {
		out = max(out, d.deedOf(c.fn))
	}
	return out
}

// telling leaves of some deeds those that a question would be about: what changes something,
// if anything does, and of that what gets the model's arguments, if anything does.
func (d *doing) telling(all []deed) []deed {
	for _, is := range []func(deed) bool{
		func(e deed) bool { return e.does == valueflow.DeedActs },
		func(e deed) bool { return e.does == valueflow.DeedUnknown && e.args },
		func(e deed) bool { return e.does == valueflow.DeedReads },
	} {
		some := slices.DeleteFunc(slices.Clone(all), func(e deed) bool { return !is(e) })
		if given := slices.DeleteFunc(slices.Clone(some), func(e deed) bool { return !e.args }); len(given) > 0 {
			return given
		}
		if len(some) > 0 {
			return some
		}
	}
	return nil
}
