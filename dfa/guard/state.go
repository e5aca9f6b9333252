package guard

// This file keeps sessions.

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/agentvet/agentvet/dfa"
)

// A Store keeps the states of sessions. A call happens only after the state that counts it was saved.
type Store interface {
	// Load returns the state that was saved last, nil if there is none.
	Load(ctx context.Context, session string) ([]byte, error)
	// Save replaces the state of a session. An error means that the state is the one before.
	Save(ctx context.Context, session string, state []byte) error
}

// stateVersion is the version of the form of states.
const stateVersion = 1

// MaxState is the size of the largest state that is read.
const MaxState = 4 << 20

// A state is where a session is, in JSON. Nothing of what a model or a tool said is in it but names, and the
// hashes of values that rules keep for later calls: a value of which there are few can be guessed from its hash.
type state struct {
	Version int       `json:"version"`
	Session string    `json:"session"`
	Policy  string    `json:"policy"` // Guard.Sum
	Steps   int       `json:"steps"`
	Stopped string    `json:"stopped,omitempty"`
	Ended   bool      `json:"ended,omitempty"` // Finish has ended it
	Rules   []inState `json:"rules"`
	Kept    []inKept  `json:"kept,omitempty"`
	// MAC is of all the above. It is "" if the guard has no key.
	MAC string `json:"mac,omitempty"`
}

// inState is one rule, in the order of the guard's.
type inState struct {
	Live  []dfa.State `json:"live"`
	Lost  bool        `json:"lost,omitempty"`
	Since Since       `json:"since"`
}

// inKept is what is kept for one comparison with earlier calls. The hashes are sorted.
type inKept struct {
	Values  []string    `json:"values,omitempty"`
	Maybe   []string    `json:"maybe,omitempty"` // of values of which it is not certain that they were there
	Many    bool        `json:"many,omitempty"`
	Missing dfa.Missing `json:"missing,omitempty"`
	Pending int         `json:"pending,omitempty"`
}

// Errors of states.
var (
	ErrState  = errors.New("guard: no state of a session")
	ErrPolicy = errors.New("guard: the state is of another policy")
	ErrMAC    = errors.New("guard: the state is not signed with the key of this guard")
)

// Save returns the state of a session, for Restore. It names the session and holds the hash of the
// rules. With Options.Key it is signed, so that nobody can change it or give it to another session;
// that it is the newest state, the guard cannot know.
func (g *Guard) Save(ctx context.Context, session string) ([]byte, error) {
	s, err := g.session(ctx, session)
	if err != nil {
		return nil, err
	}
	var data []byte
	s.locked(func() {
		if err = s.broken; err == nil {
			data, err = g.encode(s)
		}
	})
	return data, err
}

// Restore makes a session go on from a state that Save returned. It replaces a session of that name,
// so it also mends one that is broken. Any other bytes are an error, and change nothing.
func (g *Guard) Restore(ctx context.Context, session string, data []byte) error {
	s, err := g.decode(session, data)
	if err != nil {
		return err
	}
	g.mu.Lock()
	old, full := g.sessions[session], len(g.sessions) >= g.o.MaxSessions
	g.mu.Unlock()
	if old == nil && full {
		return ErrSessions
	}
	before := old.replace(ErrNoSession) // for calls that hold it still
	if err := g.store(ctx, s); err != nil {
		old.replace(before)
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions[session] = s
	return nil
}

// replace sets why nothing may happen in a session, and returns what it was. The session may be nil.
func (s *session) replace(broken error) (before error) {
	if s == nil {
		return nil
	}
	s.locked(func() { before, s.broken = s.broken, broken })
	return before
}

// store saves a session, if there is a store.
func (g *Guard) store(ctx context.Context, s *session) error {
	if g.o.Store == nil {
		return nil
	}
	data, err := g.encode(s)
	if err != nil {
		return err
	}
	if err := g.o.Store.Save(ctx, s.id, data); err != nil {
		return fmt.Errorf("guard: the store: %w", err)
	}
	return nil
}

func (g *Guard) encode(s *session) ([]byte, error) {
	at := s.m.Snapshot()
	st := state{Version: stateVersion, Session: s.id, Policy: g.sum, Steps: s.steps, Ended: s.ended}
	if at.Stopped != dfa.HandlingUnset {
		st.Stopped = at.Stopped.String()
	}
	for i, r := range at.Rules {
		st.Rules = append(st.Rules, inState{r.Live, r.Lost, s.since[i]})
	}
	for _, k := range at.Kept {
		st.Kept = append(st.Kept, encodeKept(&k))
	}
	var err error
	if st.MAC, err = g.mac(st); err != nil {
		return nil, err
	}
	return json.Marshal(st)
}

func encodeKept(k *dfa.KeptState) inKept {
	out := inKept{Many: k.Many, Missing: k.Missing, Pending: k.Pending}
	for d, sure := range k.Values {
		if text := hex.EncodeToString(d[:]); sure {
			out.Values = append(out.Values, text)
		} else {
			out.Maybe = append(out.Maybe, text)
		}
	}
	slices.Sort(out.Values)
	slices.Sort(out.Maybe)
	return out
}

func (in *inKept) decode() (dfa.KeptState, error) {
	k := dfa.KeptState{Values: make(map[[sha256.Size]byte]bool), Many: in.Many, Missing: in.Missing, Pending: in.Pending}
	for i, list := range [][]string{in.Values, in.Maybe} {
		for _, text := range list {
			b, err := hex.DecodeString(text)
			if err != nil || len(b) != sha256.Size {
				return k, fmt.Errorf("%w: %.70q is no hash of a value", ErrState, text)
			}
			if _, twice := k.Values[[sha256.Size]byte(b)]; twice {
				return k, fmt.Errorf("%w: a value is kept twice", ErrState)
			}
			k.Values[[sha256.Size]byte(b)] = i == 0
		}
	}
	return k, nil
}

// mac returns the signature of a state.
func (g *Guard) mac(st state) (string, error) {
	if len(g.o.Key) == 0 {
		return "", nil
	}
	st.MAC = ""
	text, err := json.Marshal(st)
	if err != nil {
		return "", err
	}
	h := hmac.New(sha256.New, g.o.Key)
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil)), nil
}

// decode reads a state. Nothing in it is believed that no session can be in.
func (g *Guard) decode(id string, data []byte) (*session, error) {
	if len(data) > MaxState {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrState, MaxState)
	}
	var st state
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&st); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: text behind the object", ErrState)
	}
	if _, err := dfa.ParseArgs(string(data)); err != nil { // keys that occur twice: which counts depends on who reads it
		return nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	mac, err := g.mac(st)
	switch {
	case err != nil:
		return nil, err
	case st.Version != stateVersion:
		return nil, fmt.Errorf("%w: version %d, want %d", ErrState, st.Version, stateVersion)
	case !hmac.Equal([]byte(mac), []byte(st.MAC)):
		return nil, ErrMAC
	case st.Policy != g.sum:
		return nil, ErrPolicy
	case st.Ended:
		return nil, ErrNoSession
	case st.Session != id:
		return nil, fmt.Errorf("%w: it is of another session", ErrState)
	case st.Steps < 0:
		return nil, fmt.Errorf("%w: %d steps", ErrState, st.Steps)
	}
	return g.revive(&st)
}

// revive returns the session that is where a state says.
func (g *Guard) revive(st *state) (*session, error) {
	at := dfa.Snapshot{}
	if st.Stopped != "" {
		var ok bool
		if at.Stopped, ok = dfa.ParseHandling(st.Stopped); !ok {
			return nil, fmt.Errorf("%w: no handling is called %q", ErrState, st.Stopped)
		}
	}
	for _, r := range st.Rules {
		at.Rules = append(at.Rules, dfa.RuleState{Live: r.Live, Lost: r.Lost})
	}
	for i := range st.Kept {
		k, err := st.Kept[i].decode()
		if err != nil {
			return nil, err
		}
		at.Kept = append(at.Kept, k)
	}
	s := g.newSession(st.Session)
	if err := s.m.Restore(at); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	s.steps = st.Steps
	s.moved("")
	for i, r := range st.Rules {
		if r.Since.Step < 0 || r.Since.Step > st.Steps || len(r.Since.What) > maxLabel {
			return nil, fmt.Errorf("%w: event %d of %d", ErrState, r.Since.Step, st.Steps)
		}
		s.since[i] = r.Since
	}
	return s, nil
}
