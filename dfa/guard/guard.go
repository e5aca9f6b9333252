package guard

// This file has what a guard is made of, and its sessions.

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/internal/spell"
)

// Options say what a guard enforces, and whom it asks and tells.
type Options struct {
	Rules []Rule
	// Tools are the tools there are. A call of any other is refused.
	Tools []Tool
	// OpenTools permits calls of tools that are not in Tools, as far as the rules do. Nothing is known
	// of them but their name, so no tag and no capability in a rule holds of their calls.
	OpenTools bool
	// Allowed, if not nil, reports whether an agent may call a tool at all.
	Allowed func(agent, tool string) bool

	// Approve, if not nil, asks a human, and waits for the answer. See NeedsApproval.
	Approve func(context.Context, Question) (yes bool, err error)
	// ApproveTimeout is how long an answer is waited for, DefaultApproveTimeout if it is 0. After
	// that, or if the context ends before, the call is refused, and an answer that comes later counts
	// for nothing.
	ApproveTimeout time.Duration

	// Store, if not nil, keeps sessions.
	Store Store
	// Key, if not empty, signs states, so that nobody else can make one. See Guard.Save.
	Key []byte
	// MaxSessions is how many sessions are held at once, DefaultMaxSessions if it is 0. No further one
	// begins until one is finished.
	MaxSessions int

	// Logger gets a line for each decision; slog.Default() if nil.
	Logger *slog.Logger
	// Observe, if not nil, is told of each decision before the call happens, as to make an event of a
	// span of it, which module dfa/guard/otel does. Calls come from several goroutines. If it panics, the
	// call is refused.
	Observe func(context.Context, *Decision)
}

// Values of options that are 0.
const (
	DefaultApproveTimeout = 5 * time.Minute
	DefaultMaxSessions    = 100_000
)

// A Rule is a rule over the order of events, in the language of package dfa/syntax.
type Rule struct {
	Name     string
	Text     string
	Handling dfa.Handling // what a violation does; Block if it is not set
}

// A Tool is what is known of a tool beside its name: what rules speak of with cap:NAME, and with
// tags such as destructive. A tool with the tag human asks one. Its call does not count as the answer when it
// begins, as models call tools side by side: a human has said yes when it has returned without an error, which is an event
// of its own then.
type Tool struct {
	Name string
	Caps []string
	Tags []string
}

// tagHuman is the tag of tools that ask a human.
const tagHuman = "human"

// A Guard decides on the calls of all its sessions. It may be used by many goroutines.
type Guard struct {
	o     Options
	tools map[string]Tool
	asks  map[string]bool // the tools that ask a human
	names []string        // of the tools, in order
	rules *dfa.Monitor
	texts []string // of the rules, as they are watched
	atoms [][]*syntax.Atom
	sum   string

	mu       sync.Mutex
	sessions map[string]*session
}

// New returns a guard. An error says which rule cannot be watched or which option makes no sense. Of
// a rule that names a tool which is not there, the logger is told: it may be a slip.
func New(o Options) (*Guard, error) {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.ApproveTimeout == 0 {
		o.ApproveTimeout = DefaultApproveTimeout
	}
	if o.MaxSessions == 0 {
		o.MaxSessions = DefaultMaxSessions
	}
	g := &Guard{o: o, tools: make(map[string]Tool), asks: make(map[string]bool), sessions: make(map[string]*session)}
	for _, t := range o.Tools {
		switch _, twice := g.tools[t.Name]; {
		case t.Name == "":
			return nil, errors.New("guard: a tool has no name")
		case twice:
			return nil, fmt.Errorf("guard: the tool %q is there twice", t.Name)
		}
		if g.asks[t.Name] = slices.Contains(t.Tags, tagHuman); g.asks[t.Name] {
			t.Tags = slices.DeleteFunc(slices.Clone(t.Tags), func(tag string) bool { return tag == tagHuman })
		}
		g.tools[t.Name] = t
		g.names = append(g.names, t.Name)
	}
	if len(g.tools) == 0 && !o.OpenTools {
		return nil, errors.New("guard: there are no tools, so every call would be refused: set Tools or OpenTools")
	}
	if err := g.compile(); err != nil {
		return nil, fmt.Errorf("guard: %w", err)
	}
	g.nameless()
	return g, nil
}

// compile makes the automata of the rules.
func (g *Guard) compile() error {
	var watched []dfa.Rule
	for _, r := range g.o.Rules {
		parsed, err := syntax.Parse(r.Text)
		if err != nil {
			return fmt.Errorf("rule %q: %w", r.Name, err)
		}
		parts, err := dfa.Watch(r.Name, parsed, r.Handling)
		if err != nil {
			return fmt.Errorf("rule %q: %w", r.Name, err)
		}
		for _, p := range parts {
			text := r.Text // as it is written
			if len(parts) > 1 {
				text = p.Text
			}
			watched = append(watched, p.Rule)
			g.texts = append(g.texts, text)
			g.atoms = append(g.atoms, p.DFA.Atoms)
		}
	}
	var err error
	if g.rules, err = dfa.NewMonitor(watched...); err != nil {
		return err
	}
	g.sum = g.rules.Sum()
	return nil
}

// nameless tells the logger of tools that rules name and that are not there.
func (g *Guard) nameless() {
	if g.o.OpenTools {
		return
	}
	for i, atoms := range g.atoms {
		for _, a := range named(atoms) {
			if a.Kind == syntax.AtomTool && !slices.ContainsFunc(g.names, a.MatchName) {
				g.o.Logger.Warn("agentvet: a rule names a tool that is not there", "rule", g.rules.Name(i),
					"tool", a.Name, "nearest", spell.Nearest(a.Name, g.names))
			}
		}
	}
}

// Sum returns a hash of the rules. States are those of rules with the same hash.
func (g *Guard) Sum() string { return g.sum }

// A session is what happened in one session.
type session struct {
	id string

	mu     sync.Mutex
	m      *dfa.Monitor
	steps  int       // events so far
	since  []Since   // by rule
	states []stateOf // by rule, to see what moves
	broken error     // what is recorded may not be what happened
	ended  bool      // Finish has ended it
}

// stateOf tells states of a rule apart, but for the order in which several were found.
type stateOf struct {
	first dfa.State
	n     int
}

func (g *Guard) newSession(id string) *session {
	s := &session{id: id, m: g.rules.Fresh(), since: make([]Since, g.rules.Len()), states: make([]stateOf, g.rules.Len())}
	s.moved("")
	clear(s.since)
	return s
}

// moved notes for which rules the last event changed something.
func (s *session) moved(what string) {
	for i := range s.states {
		now := stateOf{-1, 0}
		if live := s.m.States(i); len(live) > 0 {
			now = stateOf{live[0], len(live)}
		}
		if now != s.states[i] {
			s.states[i], s.since[i] = now, Since{s.steps, what}
		}
	}
}

// locked runs act, which has the session for itself. If it panics, the session is broken.
func (s *session) locked(act func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	whole := false
	defer func() {
		if !whole {
			s.broken = errors.New("an earlier decision in this session failed in the middle")
		}
	}()
	act()
	whole = true
}

// Errors of sessions.
var (
	ErrNoSession = errors.New("guard: no such session")
	ErrSession   = errors.New("guard: the session exists already")
	ErrSessions  = errors.New("guard: there are too many sessions")
)

// Start begins a session, which has a name. It is an error if there is one of that name, here or in the
// store, so that nothing that happened is forgotten.
func (g *Guard) Start(ctx context.Context, session string) error {
	if session == "" {
		return ErrNoSession
	}
	if g.o.Store != nil {
		switch state, err := g.o.Store.Load(ctx, session); {
		case err != nil:
			return fmt.Errorf("guard: the store: %w", err)
		case state != nil:
			return ErrSession
		}
	}
	_, err := g.add(g.newSession(session))
	return err
}

// Has reports whether there is a session of that name: whether it was started or restored, or can be
// loaded from the store.
func (g *Guard) Has(ctx context.Context, session string) bool {
	s, err := g.session(ctx, session)
	return s != nil && err == nil
}

// add adds a session, unless there is one of that name or there are too many.
func (g *Guard) add(s *session) (*session, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch other := g.sessions[s.id]; {
	case other != nil:
		return other, ErrSession
	case len(g.sessions) >= g.o.MaxSessions:
		return nil, ErrSessions
	}
	g.sessions[s.id] = s
	return s, nil
}

// session returns a session, from the store if it is not here.
func (g *Guard) session(ctx context.Context, id string) (*session, error) {
	g.mu.Lock()
	s := g.sessions[id]
	g.mu.Unlock()
	if s != nil {
		return s, nil
	}
	if g.o.Store == nil {
		return nil, ErrNoSession
	}
	state, err := g.o.Store.Load(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("guard: the store: %w", err)
	}
	if state == nil {
		return nil, ErrNoSession
	}
	if s, err = g.decode(id, state); err != nil {
		return nil, err
	}
	s, err = g.add(s)
	if errors.Is(err, ErrSession) {
		return s, nil // another goroutine has loaded it
	}
	return s, err
}

// Finish ends a session, and returns the verdict of each rule by its name, as Monitor.Finish does.
// The guard forgets the session. In the store it stays as one that has ended, so that no other begins under its name; if that cannot be
// stored, it goes on.
func (g *Guard) Finish(ctx context.Context, session string) (map[string]dfa.Verdict, error) {
	s, err := g.session(ctx, session)
	if err != nil {
		return nil, err
	}
	verdicts := make(map[string]dfa.Verdict)
	s.locked(func() {
		s.ended = true
		if err = g.store(ctx, s); err != nil {
			s.ended = false
			return
		}
		_, list := s.m.Finish()
		for i, v := range list {
			verdicts[s.m.Name(i)] = v
		}
		s.broken = ErrNoSession // for calls that hold it still
	})
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	delete(g.sessions, session)
	g.mu.Unlock()
	return verdicts, nil
}

// Resume lets a session go on that a rule has halted, as when a human has decided so.
func (g *Guard) Resume(ctx context.Context, session string) error {
	s, err := g.session(ctx, session)
	if err != nil {
		return err
	}
	s.locked(func() {
		s.m.Resume()
		err = g.store(ctx, s)
	})
	return err
}
