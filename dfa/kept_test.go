package dfa

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// A deed is a call and what it returned, as a direct reading of rules sees them.
type deed struct {
	tool   string
	args   map[string]any
	result any
}

// valuesAt returns the values at a path of names and [].
func valuesAt(v any, path string) []any {
	switch {
	case path == "":
		return []any{v}
	case strings.HasPrefix(path, "[]"):
		var out []any
		list, _ := v.([]any)
		for _, e := range list {
			out = append(out, valuesAt(e, path[2:])...)
		}
		return out
	}
	path = strings.TrimPrefix(path, ".")
	name := path
	if i := strings.IndexAny(path, ".["); i >= 0 {
		name = path[:i]
	}
	object, _ := v.(map[string]any)
	if e, ok := object[name]; ok {
		return valuesAt(e, path[len(name):])
	}
	return nil
}

// atomHolds reads an atom at event i of a run by its definition.
func atomHolds(a *syntax.Atom, run []deed, i int) bool {
	if !a.MatchName(run[i].tool) {
		return false
	}
	for _, t := range a.Tests {
		var others []any
		if t.Of == nil {
			others = []any{t.Value.Number} // the constants here are numbers
		} else {
			for _, d := range run[:i] {
				if !atomHolds(t.Of.Call, []deed{d}, 0) {
					continue
				}
				if t.Of.Result {
					others = append(others, valuesAt(d.result, t.Of.Path)...)
					if text, err := json.Marshal(d.result); err == nil && t.Of.Path == "" && text[0] != '[' && text[0] != '{' && text[0] != '"' {
						others = append(others, string(text)) // a number alone is also the text that it is
					}
				} else {
					others = append(others, valuesAt(d.args, t.Of.Path)...)
				}
			}
		}
		own := valuesAt(run[i].args, t.Path)
		among := func(v any) bool {
			return slices.ContainsFunc(others, func(w any) bool { return reflect.DeepEqual(v, w) })
		}
		switch t.Op {
		case syntax.Equal:
			if !slices.ContainsFunc(own, among) {
				return false
			}
		case syntax.NotEqual:
			if len(own) > 0 && !slices.ContainsFunc(own, func(v any) bool { return !among(v) }) {
				return false
			}
		}
	}
	return true
}

func randomKeptAtom(rng *rand.Rand) string {
	pick := func(list ...string) string { return list[rng.Intn(len(list))] }
	if rng.Intn(4) == 0 {
		return pick("tool:make", "tool:use", "tool:use(x == 1)")
	}
	return fmt.Sprintf("tool:%s(%s %s %s of tool:%s)", pick("use", "use", "*"), pick("x", "x", "y.z", "l[]"), pick("==", "!="),
		pick("x", "y.z", "l[]", "result", "result.id", "result[]"), pick("make", "make(x == 1)", "*"))
}

func randomDeed(rng *rand.Rand, strange bool) deed {
	value := func() any {
		switch n := rng.Intn(8); {
		case n == 0:
			return nil
		case n == 1:
			return "1"
		case n == 2 && strange:
			return []any{1.0}
		case n == 3:
			return "a"
		case n == 4:
			return true
		default:
			return float64(rng.Intn(3))
		}
	}
	d := deed{tool: []string{"make", "use", "other"}[rng.Intn(3)], args: make(map[string]any)}
	if rng.Intn(5) > 0 {
		d.args["x"] = value()
	}
	if rng.Intn(2) > 0 {
		d.args["y"] = map[string]any{"z": value()}
	}
	if rng.Intn(2) > 0 {
		list := make([]any, rng.Intn(3))
		for i := range list {
			list[i] = value()
		}
		d.args["l"] = list
	}
	switch rng.Intn(3) {
	case 0:
		d.result = map[string]any{"id": value()}
	case 1:
		d.result = "text " + fmt.Sprint(rng.Intn(2))
	default:
		d.result = value()
	}
	return d
}

func (d *deed) event(t testing.TB) *Event {
	t.Helper()
	e := &Event{Tool: d.tool, Returned: true}
	var err error
	if e.Args, err = ArgsOf(d.args); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(d.result)
	if err != nil {
		t.Fatal(err)
	}
	if e.Result, err = ParseResult(string(text)); err != nil {
		t.Fatal(err)
	}
	return e
}

// TestKept compares what a monitor says of runs with a direct reading of the rules. Where everything is known it
// says exactly that; where arguments or results are not, or come late, it may not know, but never says
// otherwise. In the middle it is saved and goes on in another monitor.
func TestKept(t *testing.T) {
	rng := rand.New(rand.NewSource(*seed))
	said := make(map[bool]map[Verdict]int)
	for range 20 * *formulas {
		letters := randomFormula(rng, 1+rng.Intn(8), 3)
		texts := []string{randomKeptAtom(rng), randomKeptAtom(rng), randomKeptAtom(rng)}
		atoms := make([]*syntax.Atom, len(texts))
		for i, text := range texts {
			atoms[i] = mustAtom(t, text)
		}
		d, err := Compile(replaceAtoms(letters, atoms))
		if err != nil || d.Unfolding() || d.Violating(d.Start) {
			continue
		}
		m := MustMonitor(Rule{"r", d, Block})
		hidden := rng.Intn(2) == 0
		strange := hidden && rng.Intn(2) == 0
		run := make([]deed, 1+rng.Intn(7))
		var late []*Event
		for i := range run {
			run[i] = randomDeed(rng, strange)
			e := run[i].event(t)
			if hidden && rng.Intn(6) == 0 {
				e.Args, e.Open = nil, true
			}
			if hidden && rng.Intn(3) == 0 {
				whole := *e
				late = append(late, &whole)
				e.Result, e.Returned = nil, false
			}
			m.Step(e)
			if rng.Intn(3) == 0 {
				next := m.Fresh()
				if err := next.Restore(m.Snapshot()); err != nil {
					t.Fatal(err)
				}
				m.Step(e) // of what the snapshot has, nothing changes
				m = next
			}
			if len(late) > 0 && rng.Intn(2) == 0 {
				m.Return(late[0])
				late = late[1:]
			}
		}
		tr := make(trace, len(run))
		for i := range run {
			for j, a := range atoms {
				if atomHolds(a, run, i) {
					tr[i] |= 1 << j
				}
			}
		}
		kept := meaning(letters, tr)&1 != 0
		_, verdicts := m.Finish()
		if said[hidden] == nil {
			said[hidden] = make(map[Verdict]int)
		}
		said[hidden][verdicts[0]]++
		switch v := verdicts[0]; {
		case v == Accepted && !kept, (v == Violated || v == Unmet) && kept:
			t.Fatalf("%q with %q of %+v: %v, though it is kept: %v", letters, texts, run, v, kept)
		case v == Inconclusive && !hidden && !looksAlike(run):
			t.Fatalf("%q with %q of %+v: %v, though everything is known", letters, texts, run, v)
		}
	}
	t.Log(said)
	for _, hidden := range []bool{false, true} {
		if said[hidden][Accepted] == 0 || said[hidden][Violated]+said[hidden][Unmet] == 0 || hidden && said[hidden][Inconclusive] == 0 {
			t.Errorf("verdicts %v: something was never said", said)
		}
	}
}

// looksAlike reports whether a text of a run could be read as a number, or a list or an object is compared.
func looksAlike(run []deed) bool {
	text := fmt.Sprintf("%#v", run)
	return strings.Contains(text, `"1"`) || slices.ContainsFunc(run, func(d deed) bool {
		_, object := d.result.(map[string]any)
		return object
	})
}

// replaceAtoms puts atoms in the place of the letters a, b, c.
func replaceAtoms(f *syntax.Formula, atoms []*syntax.Atom) *syntax.Formula {
	g := *f
	if f.Op == syntax.OpAtom {
		g.Atom = atoms[f.Atom.Name[0]-'a']
	}
	g.Args = nil
	for _, arg := range f.Args {
		g.Args = append(g.Args, replaceAtoms(arg, atoms))
	}
	return &g
}

// TestKeptByGuard: what is not certain is refused, either way a rule is written.
func TestKeptByGuard(t *testing.T) {
	only := MustMonitor(rule("only", "never tool:rm(id != result.id of tool:mk)", Block))
	none := MustMonitor(rule("none", "never tool:rm(id == result.id of tool:mk)", Block))
	mk := func(result string) *Event {
		e := &Event{Tool: "mk", Returned: true}
		var err error
		if e.Result, err = ParseResult(result); err != nil {
			t.Fatal(err)
		}
		return e
	}
	rm := func(args string) *Event {
		e := &Event{Tool: "rm"}
		var err error
		e.Args, err = ParseArgs(args)
		e.Open = err != nil
		return e
	}
	type answer struct{ only, none bool } // refused
	want := func(args string, want answer) {
		t.Helper()
		if got := (answer{only.Check(rm(args)).Denied(), none.Check(rm(args)).Denied()}); got != want {
			t.Errorf("rm %s: refused %+v, want %+v", args, got, want)
		}
	}
	both := func(act func(*Monitor)) { act(only); act(none) }
	want(`{"id": 1}`, answer{true, false})
	want(`not known`, answer{true, false}) // whatever it is, nothing was made
	want(`{}`, answer{true, false})
	call := &Event{Tool: "mk"}
	both(func(m *Monitor) { m.Admit(call) })
	want(`{"id": 1}`, answer{true, true}) // it has not returned yet
	both(func(m *Monitor) { m.Return(mk(`{"id": 1, "name": "x"}`)) })
	want(`{"id": 1}`, answer{false, true})
	want(`{"ID": 1.0}`, answer{false, true})
	want(`{"id": 2}`, answer{true, false})
	want(`{"id": "1"}`, answer{true, true})
	want(`{"id": [1]}`, answer{true, false})
	want(`{"id": null}`, answer{true, false})
	want(`{"name": "x"}`, answer{true, false})
	want(`not known`, answer{true, true})
	both(func(m *Monitor) { m.Admit(mk(`{"id": 9007199254740993}`)) })
	want(`{"id": 9007199254740993}`, answer{true, true}) // which may be another one
	want(`{"id": 9007199254740992}`, answer{true, true})
	both(func(m *Monitor) { m.Admit(mk(`{"id": [3]}`)) })
	want(`{"id": [3]}`, answer{true, true})
	want(`{"id": 3}`, answer{true, false})
	both(func(m *Monitor) { m.Admit(mk(`{"id": -0.0}`)) })
	want(`{"id": 0}`, answer{false, true})
	if only.Missing(0) != 0 {
		t.Errorf("missing %b", only.Missing(0))
	}
	both(func(m *Monitor) {
		for i := range MaxKept {
			m.Admit(mk(fmt.Sprintf(`{"id": "n%d"}`, i)))
		}
	})
	if only.Missing(0) != MissingRoom || len(only.Snapshot().Kept[0].Values) != MaxKept {
		t.Errorf("missing %b, %d values", only.Missing(0), len(only.Snapshot().Kept[0].Values))
	}
	want(`{"id": "n5"}`, answer{false, true})
	want(fmt.Sprintf(`{"id": "n%d"}`, MaxKept-1), answer{true, true}) // it found no room
	want(`{"id": 2}`, answer{true, true})
	both((*Monitor).Reset)
	want(`{"id": 2}`, answer{true, false})
	both(func(m *Monitor) { m.Return(mk(`{"id": 2}`)) }) // of a call that did not happen
	want(`{"id": 2}`, answer{false, true})
	want(`{"id": 3}`, answer{true, true})
}

// TestKeptPaths: the elements of lists, the values of objects, and what cannot be told from another value.
func TestKeptPaths(t *testing.T) {
	for _, tt := range []struct {
		rule, result, args string
		only, none         bool // refused, where != is forbidden, and where == is
	}{
		{"x OP result[].id of tool:mk", `[{"id": 1}, {"id": 2}]`, `{"x": 2}`, false, true},
		{"x OP result{}.id of tool:mk", `{"a": {"id": 1}, "b": {"id": 2}}`, `{"x": 2}`, false, true},
		{"x OP result{}.id of tool:mk", `{"id": 2}`, `{"x": 2}`, true, false},
		{"x OP result{} of tool:mk", `{"a": 1, "b": 2}`, `{"x": 2}`, false, true},
		{"x OP result{} of tool:mk", `[2]`, `{"x": 2}`, true, false},
		{"{} OP result of tool:mk", `2`, `{"y": 2}`, false, true},
		{"x[] OP result of tool:mk", `2`, `{"x": [2, 3]}`, true, true},
		{"x[] OP result of tool:mk", `2`, `{"x": []}`, true, false},
		{"x OP result of tool:mk", `a\b`, `{"x": "a\\b"}`, false, true},
		{"x OP result of tool:mk", `"a"`, `{"x": "a"}`, false, true},
		{"x OP result of tool:mk", `"a"`, `{"x": "\"a\""}`, true, true}, // if the text has the quotes
		{"x OP result.id of tool:mk", `{"id": "\ud800"}`, `{"x": "\udfff"}`, true, true},
		{"x OP result.id of tool:mk", `{"id": "a"}`, `{"x": "\udfff"}`, true, false},
		{"x.y OP result of tool:mk", `2`, `{"x.y": 2}`, true, false},
	} {
		for _, op := range []string{"!=", "=="} {
			text := "never tool:rm(" + strings.Replace(tt.rule, "OP", op, 1) + ")"
			m := MustMonitor(rule("r", text, Block))
			mk := &Event{Tool: "mk", Returned: true}
			rm := &Event{Tool: "rm"}
			var err, wrong error
			mk.Result, err = ParseResult(tt.result)
			rm.Args, wrong = ParseArgs(tt.args)
			if err != nil || wrong != nil {
				t.Fatal(err, wrong)
			}
			m.Admit(mk)
			if got, want := m.Check(rm).Denied(), op == "!=" && tt.only || op == "==" && tt.none; got != want {
				t.Errorf("%s, %s, %s: refused %v, want %v", text, tt.result, tt.args, got, want)
			}
		}
	}
}

// TestKeptTagged: of what only a tag calls a call, no argument is known.
func TestKeptTagged(t *testing.T) {
	m := MustMonitor(rule("only", "never tool:rm(id != id of tool:mk)", Block), rule("none", "never tool:rm(id == id of tool:mk)", Block))
	rm := &Event{Tool: "rm", Args: []Arg{{Path: "id", Value: syntax.Number(1)}}}
	m.Admit(&Event{Node: "n", Tags: []string{"tool:mk"}})
	if d := m.Check(rm); len(d.Violated) != 2 {
		t.Errorf("violated %v, want both", d.Violated)
	}
	m.Reset()
	m.Admit(&Event{Tool: "mk", Args: rm.Args})
	if d := m.Check(&Event{Node: "n", Tags: []string{"tool:rm"}}); len(d.Violated) != 2 {
		t.Errorf("violated %v, want both", d.Violated)
	}
}

// TestKeptTogether: events that are admitted together are kept together, or not at all.
func TestKeptTogether(t *testing.T) {
	m := MustMonitor(rule("only", "never tool:rm(id != id of tool:mk)", Block))
	of := func(tool string, id float64) *Event {
		return &Event{Tool: tool, Args: []Arg{{Path: "id", Value: syntax.Number(id)}}}
	}
	if !m.AdmitAll(of("mk", 1), of("mk", 2), of("rm", 3)).Denied() || !m.Check(of("rm", 1)).Denied() {
		t.Error("what was refused is kept")
	}
	if m.AdmitAll(of("mk", 1), of("rm", 1)).Denied() || m.Check(of("rm", 1)).Denied() {
		t.Error("what was admitted is not kept")
	}
	for _, bad := range [][]KeptState{nil, {{Pending: -1}}, {{Missing: MissingResult}}, {{}, {}}} {
		s := m.Snapshot()
		s.Kept = bad
		if m.Restore(s) == nil {
			t.Errorf("Restore(%+v) succeeds", bad)
		}
	}
	if m.Check(of("rm", 1)).Denied() {
		t.Error("an error has changed what is kept")
	}
}
