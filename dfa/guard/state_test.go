package guard

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
)

var kept = rules("at most 2 tool:refund", "tool:lookup before tool:mail", "halt: never tool:close after tool:mail", "at most 1 tool:refund(amount > 100)")

// compared are these, and rules that compare with earlier calls.
var compared = append(slices.Clone(kept), Rule{Name: "refunded", Text: "never tool:close(amount != amount of tool:refund)"},
	Rule{Name: "found", Text: "never tool:mail(amount == result.id of tool:lookup)"})

// TestSave: a session goes on where it was, in another guard of the same rules.
func TestSave(t *testing.T) {
	ctx := t.Context()
	one := newDesk(t, Options{Rules: kept, Key: []byte("key")})
	one.call("s", "refund", "") // it may have been more than 100
	one.call("s", "lookup", "")
	state, err := one.Save(ctx, "s")
	if err != nil {
		t.Fatal(err)
	}
	other := newDesk(t, Options{Rules: kept, Key: []byte("key")})
	if err := other.Restore(ctx, "s", state); err != nil {
		t.Fatal(err)
	}
	if again, err := other.Save(ctx, "s"); err != nil || !bytes.Equal(again, state) {
		t.Errorf("%s, %v, want %s", again, err, state)
	}
	for _, d := range []*desk{one, other} {
		d.ran = nil
		d.want(d.call("s", "refund", `{"amount": 500}`), Forbidden)
		r := d.call("s", "refund", `{"amount": 5}`)
		d.want(r, ReasonInvalid)
		r = d.call("s", "refund", `{"amount": 5}`)
		if d.want(r, Forbidden); r.Rules[0].Since != (Since{3, "refund"}) || r.Step != 4 {
			t.Errorf("step %d, since %v", r.Step, r.Rules[0].Since)
		}
		d.want(d.call("s", "mail", ""), ReasonInvalid)
		d.want(d.call("s", "close", ""), Forbidden)
		d.want(d.call("s", "lookup", ""), Stopped)
		d.wantRan("refund", "mail")
	}
	halted, err := one.Save(ctx, "s")
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Restore(ctx, "s", halted); err != nil {
		t.Fatal(err)
	}
	other.want(other.call("s", "lookup", ""), Stopped)
}

// TestRestoreErrors: what is not the state of this session under these rules is none.
func TestRestoreErrors(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, Options{Rules: kept})
	d.call("s", "refund", `{"amount": 500}`)
	good, err := d.Save(ctx, "s")
	if err != nil {
		t.Fatal(err)
	}
	change := func(act func(*state)) []byte {
		var st state
		if err := json.Unmarshal(good, &st); err != nil {
			t.Fatal(err)
		}
		act(&st)
		data, err := json.Marshal(st)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for name, tt := range map[string]struct {
		state []byte
		want  error
	}{
		"nothing":         {nil, ErrState},
		"half":            {good[:len(good)/2], ErrState},
		"twice":           {append(bytes.Clone(good), good...), ErrState},
		"large":           {bytes.Repeat([]byte(" "), MaxState+1), ErrState},
		"version":         {change(func(st *state) { st.Version = 2 }), ErrState},
		"session":         {change(func(st *state) { st.Session = "other" }), ErrState},
		"policy":          {change(func(st *state) { st.Policy = "x" }), ErrPolicy},
		"signed":          {change(func(st *state) { st.MAC = "x" }), ErrMAC},
		"fewer rules":     {change(func(st *state) { st.Rules = st.Rules[1:] }), ErrState},
		"no state":        {change(func(st *state) { st.Rules[0].Live = nil }), ErrState},
		"unknown state":   {change(func(st *state) { st.Rules[0].Live[0] = 99 }), ErrState},
		"handling":        {change(func(st *state) { st.Stopped = "block" }), ErrState},
		"no handling":     {change(func(st *state) { st.Stopped = "stop" }), ErrState},
		"negative":        {change(func(st *state) { st.Steps = -1 }), ErrState},
		"from the future": {change(func(st *state) { st.Rules[0].Since.Step = 7 }), ErrState},
		"long name":       {change(func(st *state) { st.Rules[0].Since.What = strings.Repeat("x", 1000) }), ErrState},
		"a key twice":     {[]byte(strings.Replace(string(good), `"version"`, `"version":1,"version"`, 1)), ErrState},
		"unknown key":     {[]byte(strings.Replace(string(good), `"version"`, `"x":1,"version"`, 1)), ErrState},
	} {
		if err := d.Restore(ctx, "s", tt.state); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	d.want(d.call("s", "refund", `{"amount": 500}`), Forbidden) // it is where it was
}

// TestKey: with a key, no state of another maker is taken, and none of another session.
func TestKey(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, Options{Rules: kept, Key: []byte("key")})
	unsigned, err := newDesk(t, Options{Rules: kept}).Save(ctx, "s")
	if err != nil {
		t.Fatal(err)
	}
	other, err := newDesk(t, Options{Rules: kept, Key: []byte("other")}).Save(ctx, "s")
	if err != nil {
		t.Fatal(err)
	}
	good, err := d.Save(ctx, "s")
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range [][]byte{unsigned, other, bytes.Replace(good, []byte(`"s"`), []byte(`"t"`), 1), bytes.Replace(good, []byte(`"steps":0`), []byte(`"steps":1`), 1)} {
		if err := d.Restore(ctx, "t", state); !errors.Is(err, ErrMAC) {
			t.Errorf("%s: %v, want ErrMAC", state, err)
		}
	}
	if err := d.Restore(ctx, "t", good); !errors.Is(err, ErrState) {
		t.Errorf("the state of another session: %v", err)
	}
}

// shelf is a store in memory, which can fail.
type shelf struct {
	mu     sync.Mutex
	states map[string][]byte
	fails  error
}

func (s *shelf) Load(_ context.Context, session string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.states[session], s.fails
}

func (s *shelf) Save(_ context.Context, session string, state []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails == nil {
		s.states[session] = state
	}
	return s.fails
}

// TestStore: the state that counts a call is stored before the call happens, so that another process
// goes on from there.
func TestStore(t *testing.T) {
	ctx := t.Context()
	store := &shelf{states: make(map[string][]byte)}
	o := Options{Rules: kept, Store: store}
	d := newDesk(t, o)
	d.want(d.call("s", "refund", `{"amount": 5}`), ReasonInvalid)
	store.fails = errors.New("disk full")
	d.want(d.call("s", "refund", `{"amount": 5}`), Failed)
	store.fails = nil
	d.want(d.call("s", "refund", `{"amount": 5}`), ReasonInvalid) // what was not stored did not happen
	d.want(d.call("s", "refund", `{"amount": 5}`), Forbidden)
	d.wantRan("refund", "refund")

	// The process dies. The next one knows the session.
	next, err := New(d.o)
	if err != nil {
		t.Fatal(err)
	}
	if err := next.Start(ctx, "s"); !errors.Is(err, ErrSession) {
		t.Errorf("the session began anew: %v", err)
	}
	d.Guard, d.ran = next, nil
	d.want(d.call("s", "refund", `{"amount": 5}`), Forbidden)
	d.want(d.call("s", "lookup", ""), ReasonInvalid)
	d.want(d.call("gone", "lookup", ""), Lost)
	d.wantRan("lookup")

	// A store that cannot be read, or holds something else, refuses.
	d.Guard, _ = New(d.o)
	store.fails = errors.New("no disk")
	d.want(d.call("s", "lookup", ""), Lost)
	store.fails, store.states["s"] = nil, []byte(`{"version":1}`)
	d.want(d.call("s", "lookup", ""), Lost)
}

// TestRestoreReplaces: calls that hold the session as it was find that it is gone.
func TestRestoreReplaces(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, Options{Rules: kept})
	state, err := d.Save(ctx, "s")
	if err != nil {
		t.Fatal(err)
	}
	old := d.sessions["s"]
	if err := d.Restore(ctx, "s", state); err != nil {
		t.Fatal(err)
	}
	if old.broken == nil {
		t.Error("the session before can still be used")
	}
	d.want(d.call("s", "lookup", ""), ReasonInvalid)
}

// FuzzRestore: no bytes do harm, and what is taken for a state is one.
func FuzzRestore(f *testing.F) {
	d := newDesk(new(testing.T), Options{Rules: compared})
	for _, tool := range []string{"refund", "lookup", "mail", "close"} {
		d.Admit(context.Background(), "s", Call{Tool: tool})
		d.Returned(context.Background(), "s", Call{Tool: tool}, `{"id": 1}`, false)
		state, err := d.Save(context.Background(), "s")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(state)
	}
	f.Add([]byte(`{"version":1,"session":"s","policy":"` + d.Sum() + `","steps":1,"rules":[{},{},{},{"live":[0],"lost":true},{"live":[0]},{"live":[0]}],"kept":[{},{"pending":1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := newDesk(t, Options{Rules: compared})
		if err := d.Restore(t.Context(), "s", data); err != nil {
			return
		}
		state, err := d.Save(t.Context(), "s")
		if err != nil {
			t.Fatal(err)
		}
		other := newDesk(t, Options{Rules: compared})
		if err := other.Restore(t.Context(), "s", state); err != nil {
			t.Fatalf("%s: what was saved again is no state: %v", state, err)
		}
		for _, tool := range []string{"lookup", "refund", "refund", "refund", "mail", "close", "lookup"} {
			d.call("s", tool, `{"amount": 7}`)
			other.call("s", tool, `{"amount": 7}`)
			a, b := d.Returned(t.Context(), "s", Call{Tool: tool}, `{"id": 7}`, false), other.Returned(t.Context(), "s", Call{Tool: tool}, `{"id": 7}`, false)
			if (a == nil) != (b == nil) {
				t.Fatalf("%v, %v", a, b)
			}
		}
		if n := strings.Count(strings.Join(d.ran, " "), "refund"); n > 2 {
			t.Errorf("%d refunds", n)
		}
		if strings.Join(d.ran, " ") != strings.Join(other.ran, " ") {
			t.Errorf("ran %q and, after it was saved, %q", d.ran, other.ran)
		}
	})
}

// TestFinishStored: a session that has ended is over for each process that has the store, and none begins under its name.
func TestFinishStored(t *testing.T) {
	ctx := t.Context()
	store := &shelf{states: make(map[string][]byte)}
	o := Options{Rules: kept, Store: store}
	d := newDesk(t, o)
	d.want(d.call("s", "lookup", ""), ReasonInvalid)
	store.fails = errors.New("disk full")
	if _, err := d.Finish(ctx, "s"); err == nil {
		t.Error("a session ends that is not stored as ended")
	}
	store.fails = nil
	d.want(d.call("s", "lookup", ""), ReasonInvalid)
	if _, err := d.Finish(ctx, "s"); err != nil {
		t.Fatal(err)
	}
	d.want(d.call("s", "lookup", ""), Lost)
	if err := d.Start(ctx, "s"); !errors.Is(err, ErrSession) {
		t.Errorf("Start: %v", err)
	}
	if _, err := d.Finish(ctx, "s"); !errors.Is(err, ErrNoSession) {
		t.Errorf("Finish again: %v", err)
	}
}
