package dfa

// This file keeps values of calls for later ones, with which (account == account of tool:pay) compares.
//
// What is kept is a hash of each value, so that the memory of a run is bounded by MaxKept and nothing that a
// model or a tool said is in a Snapshot. What was not kept is not forgotten silently: from then on a value
// that is not found may have been there.

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// MaxKept is how many values of one argument, or of one part of a result, a monitor keeps. A text that is also a
// number counts twice.
const MaxKept = 1000

// A digest stands for a value: SHA-256 of its kind and what it is.
type digest = [sha256.Size]byte

// kept is what a run has kept for one syntax.Kept.
type kept struct {
	values map[digest]bool // true if the value was certainly there
	sure   int             // of these
	shared bool            // a Snapshot has values, too
	many   bool            // a list or an object was there, which is compared with nothing
	// What may have been there beside values, and why it is not known.
	missing Missing
	// pending is the number of calls of which it is not known what they returned.
	pending int
}

// Missing says why what was kept may not be all, so that a value which is not found may have been there.
type Missing uint8

const (
	MissingRoom   Missing = 1 << iota // there were more than MaxKept values
	MissingValue                      // an argument or a result of an earlier call is not known
	MissingResult                     // an earlier call has not returned, or nobody said what it returned
	MissingYes                        // an earlier call has failed, so it is not certain that what it returned counts
)

// lacks returns why other values than those that are kept may have been there.
func (k *kept) lacks() Missing {
	missing := k.missing &^ MissingYes
	if k.pending > 0 {
		missing |= MissingResult
	}
	return missing
}

// empty reports whether no value at all was there.
func (k *kept) empty() bool { return len(k.values) == 0 && !k.many && k.lacks() == 0 }

// Missing returns why what was kept for a rule may not be all, or may be too much; 0 if it is certain.
func (m *Monitor) Missing(rule int) (all Missing) {
	for _, s := range m.tables[rule].sources {
		k := &m.kept[s]
		all |= k.lacks() | k.missing&MissingYes
	}
	return all
}

// Kept returns a number that is another one whenever something was kept since.
func (m *Monitor) Kept() int { return m.changes }

// keep keeps what e, which happened, has for later events.
func (m *Monitor) keep(e *Event) {
	for i := range m.sources {
		s, k := m.sources[i], &m.kept[i]
		is, before := match(s.Call, e), k.seen()
		switch {
		case is == no:
			continue
		case s.Result && !e.Returned:
			m.keepAll(k, s.Path, e.Result, is == yes)
			k.pending++
		case s.Result:
			m.keepAll(k, s.Path, e.Result, is == yes && !e.Failed)
		default:
			m.keepAll(k, s.Path, e.Args, is == yes)
			if !e.told(s.Path) {
				k.missing |= MissingValue
			}
		}
		m.changed(k, before)
	}
}

// seen is all of what is kept that a test can see, but for which values they are.
type seen struct {
	values, sure int
	many         bool
	lacks        Missing
}

func (k *kept) seen() seen { return seen{len(k.values), k.sure, k.many, k.lacks()} }

// changed counts that what is kept is not what it was before.
func (m *Monitor) changed(k *kept, before seen) {
	if k.seen() != before {
		m.changes++
	}
}

// Return says what a call has returned that has happened: e is the event of the call, with its result. If it is
// not Returned, nothing changes: what the call returned stays unknown.
func (m *Monitor) Return(e *Event) {
	if !e.Returned {
		return
	}
	for i := range m.sources {
		s, k := m.sources[i], &m.kept[i]
		is, before := match(s.Call, e), k.seen()
		if !s.Result || is == no {
			continue
		}
		if k.pending == 0 { // of a call that did not happen
			k.missing |= MissingValue
			k.pending++
		}
		k.pending--
		if e.Failed && len(e.Result) > 0 {
			k.missing |= MissingYes
		}
		m.keepAll(k, s.Path, e.Result, is == yes && !e.Failed)
		m.changed(k, before)
	}
}

// KeepsResults reports whether a rule asks for what calls like e return.
func (m *Monitor) KeepsResults(e *Event) bool {
	for _, s := range m.sources {
		if s.Result && match(s.Call, e) != no {
			return true
		}
	}
	return false
}

func (m *Monitor) keepAll(k *kept, path string, args []Arg, sure bool) {
	for i := range args {
		a := &args[i]
		if !matchPath(path, a.Path) {
			continue
		}
		switch a.Value.Kind {
		case syntax.ValueMany:
			k.many = true
			continue
		case syntax.ValueSame:
			k.missing |= MissingValue
		}
		m.keepValue(k, a.Value, sure && !a.Rounded)
		if n, ok := converted(a.Value); ok {
			m.keepValue(k, n, false)
		}
	}
}

func (m *Monitor) keepValue(k *kept, v syntax.Value, sure bool) {
	d := m.digest(v)
	was, there := k.values[d]
	switch {
	case there && (was || !sure):
		return
	case !there && len(k.values) >= MaxKept:
		k.missing |= MissingRoom
		return
	}
	if k.shared || k.values == nil {
		k.values, k.shared = maps.Clone(k.values), false
		if k.values == nil {
			k.values = make(map[digest]bool)
		}
	}
	k.values[d] = sure
	if sure {
		k.sure++
	}
}

// told reports whether it is known what is at a path: of a list there may be more elements. Of what only a tag
// calls a call, no argument is known.
func (e *Event) told(path string) bool {
	if !e.Open {
		return e.Tool != ""
	}
	for i := range e.Args {
		if arg := e.Args[i].Path; matchPath(path, arg) && !strings.Contains(path, "{}") && !strings.Contains(arg, "[]") {
			return true
		}
	}
	return false
}

// Related says what is known of a test that compares with earlier calls from two events alone.
type Related struct {
	// Equal: the argument of the later one is a value of the earlier one. May: it may be, and if so it is not certain.
	Equal, May bool
	// One: the argument has exactly one value. None: it certainly has none.
	One, None bool
}

// Relate compares an argument of a call with the values that an earlier one has for it, if it is an earlier
// call as t.Of.Call says.
func Relate(t *syntax.Test, later, earlier *Event) Related {
	m := &Monitor{alphabet: &alphabet{sources: []*syntax.Kept{{Path: t.Of.Path, Result: t.Of.Result, Call: &syntax.Atom{Kind: syntax.AtomTool, Name: "*"}}}}, kept: make([]kept, 1)}
	is := *earlier
	if is.Tool == "" { // a tag says that it is a call
		is.Tool, is.Args, is.Open = "*", nil, true
	}
	m.keep(&is)
	equal := *t
	equal.Op = syntax.Equal
	truth := m.keptTruth(&equal, &m.kept[0], later)
	r := Related{Equal: truth == yes, May: truth == maybe}
	values := 0
	for i := range later.Args {
		if matchPath(t.Path, later.Args[i].Path) {
			values++
		}
	}
	told := later.told(t.Path)
	r.One, r.None = told && values == 1, told && values == 0
	return r
}

// converted returns the number that a text is also read as.
func converted(v syntax.Value) (syntax.Value, bool) {
	if v.Kind != syntax.ValueString {
		return v, false
	}
	n := quoted(v)
	return n, n.Kind == syntax.ValueNumber
}

func (m *Monitor) digest(v syntax.Value) digest {
	b := append(m.text[:0], byte(v.Kind))
	switch v.Kind {
	case syntax.ValueNumber:
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(v.Number+0)) // -0 is 0
	case syntax.ValueString, syntax.ValueSame:
		b = append(b, v.Text...)
	case syntax.ValueBool:
		if v.Bool {
			b = append(b, 1)
		}
	}
	if m.text = b; cap(b) > maxScratch {
		m.text = nil
	}
	return sha256.Sum256(b)
}

// maxScratch is how much memory for texts is used again.
const maxScratch = 64 << 10

// keptTruth returns whether t, which compares with what was kept before e, holds of e.
func (m *Monitor) keptTruth(t *syntax.Test, k *kept, e *Event) truth {
	there, found, missed, doubt := false, false, false, false
	for i := range e.Args {
		a := &e.Args[i]
		if !matchPath(t.Path, a.Path) {
			continue
		}
		there = true
		switch m.find(k, a) {
		case yes:
			found = true
		case no:
			missed = true
		default:
			doubt = true
		}
	}
	told := e.told(t.Path)
	if t.Op == syntax.Equal {
		switch {
		case found:
			return yes
		case doubt || !told && !k.empty():
			return maybe
		}
		return no
	}
	switch {
	case missed || !told && k.empty() || told && !there:
		return yes
	case doubt || !told:
		return maybe
	}
	return no
}

// find returns whether the value of an argument was kept.
func (m *Monitor) find(k *kept, a *Arg) truth {
	if a.Value.Kind == syntax.ValueMany {
		if k.many || k.lacks() != 0 {
			return maybe
		}
		return no
	}
	sure, there := k.values[m.digest(a.Value)]
	switch {
	case there && sure && !a.Rounded:
		return yes
	case there || k.lacks() != 0 || a.Value.Kind == syntax.ValueSame && !k.empty():
		return maybe
	}
	if n, ok := converted(a.Value); ok {
		if _, there := k.values[m.digest(n)]; there {
			return maybe
		}
	}
	return no
}

// A KeptState is what a run has kept for one of the comparisons with earlier calls, in the order in which the
// rules have them.
type KeptState struct {
	// Values are the hashes of the values: true for those that were certainly there. The map is not
	// changed any more.
	Values  map[digest]bool
	Many    bool // a list or an object was there
	Missing Missing
	Pending int // calls of which it is not known what they returned
}

// keptState returns what is kept, which m then does not change.
func (m *Monitor) keptState() []KeptState {
	var list []KeptState
	for i := range m.kept {
		k := &m.kept[i]
		k.shared = true
		list = append(list, KeptState{k.values, k.many, k.missing, k.pending})
	}
	return list
}

func possibleKept(list []KeptState, want int) error {
	if len(list) != want {
		return fmt.Errorf("values are kept for %d comparisons, want %d", len(list), want)
	}
	for i := range list {
		switch s := &list[i]; {
		case len(s.Values) > MaxKept:
			return fmt.Errorf("%d values are kept, want MaxKept = %d at most", len(s.Values), MaxKept)
		case s.Missing&^(MissingRoom|MissingValue|MissingYes) != 0:
			return errors.New("no reason of that kind why a value is not kept")
		case s.Pending < 0:
			return fmt.Errorf("%d calls have not returned", s.Pending)
		}
	}
	return nil
}
