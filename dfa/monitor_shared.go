package dfa

// This file makes a monitor safe for concurrent use.

import (
	"slices"
	"sync"
)

// Shared is a Monitor of one run for many goroutines, as when tools are called in
// parallel. Admit is one act: no other event comes between its check and its
// step. It allocates only for a decision that names violated rules.
type Shared struct {
	mu sync.Mutex
	m  *Monitor
}

// NewShared returns m for many goroutines. The caller no longer uses m itself.
func NewShared(m *Monitor) *Shared { return &Shared{m: m} }

// Check is Monitor.Check.
func (s *Shared) Check(e *Event) Decision { return s.locked((*Monitor).Check, e) }

// Admit is Monitor.Admit.
func (s *Shared) Admit(e *Event) Decision { return s.locked((*Monitor).Admit, e) }

// Step is Monitor.Step.
func (s *Shared) Step(e *Event) Decision { return s.locked((*Monitor).Step, e) }

// Return is Monitor.Return.
func (s *Shared) Return(e *Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m.Return(e)
}

func (s *Shared) locked(act func(*Monitor, *Event) Decision, e *Event) Decision {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := act(s.m, e)
	d.Violated = slices.Clone(d.Violated)
	return d
}

// Names returns the names of the rules that a decision says are violated.
func (s *Shared) Names(d Decision) []string {
	var names []string
	for _, i := range d.Violated {
		names = append(names, s.m.Name(i)) // names never change
	}
	return names
}

// Verdict is Monitor.Verdict.
func (s *Shared) Verdict(rule int) Verdict {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m.Verdict(rule)
}

// Finish is Monitor.Finish.
func (s *Shared) Finish() (Decision, []Verdict) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m.Finish()
}

// Abort is Monitor.Abort.
func (s *Shared) Abort() []Verdict {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m.Abort()
}

// Resume is Monitor.Resume.
func (s *Shared) Resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m.Resume()
}
