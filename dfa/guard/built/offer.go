package built

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/visible"
)

// An Offer is the tools that several sources, such as MCP servers, offer to one agent. All of them are verified
// together whenever those of a source change: what one reads, another one may send out. It may be used by many
// goroutines.
type Offer struct {
	v     *Verifier
	agent graph.Agent

	mu      sync.Mutex
	sources map[string]*source
	order   []string
}

// A source is what one offers.
type source struct {
	tools   []*graph.Tool
	err     error // why its tools must not be called
	changes int   // how often it was said that its tools have changed
}

// Offer returns the tools of an agent, of which there are none yet but those of its own.
func (v *Verifier) Offer(agent string, own ...*graph.Tool) *Offer {
	return &Offer{v: v, agent: graph.Agent{Name: agent, Kind: graph.AgentLLM, Tools: own}, sources: make(map[string]*source)}
}

// Set says what a source offers from now on, and returns nil if the agent may have that beside what it has. If not,
// none of the tools of the source may be called until it offers others; those of other sources stay.
func (o *Offer) Set(name string, tools []*graph.Tool) error {
	return o.List(name, false, func() ([]*graph.Tool, error) { return tools, nil })
}

// List asks a source for its tools, or for more of them: the next page of a list. It returns the error of the
// question, or that of Set. If the tools change while the answer is on its way, none may be called until the next List.
func (o *Offer) List(name string, more bool, ask func() ([]*graph.Tool, error)) error {
	o.mu.Lock()
	before := o.source(name).changes
	o.mu.Unlock()
	tools, err := ask()
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.source(name)
	if more {
		tools = append(s.tools[:len(s.tools):len(s.tools)], tools...)
	}
	s.tools, s.err = slices.Clone(tools), nil
	a := o.agent
	a.Tools = slices.Clone(a.Tools)
	for _, other := range o.order {
		if s := o.sources[other]; s.err == nil {
			a.Tools = append(a.Tools, s.tools...)
		}
	}
	if s.err = o.v.Check(&graph.Program{Agents: []*graph.Agent{&a}}); s.err != nil {
		return s.err
	}
	if s.changes != before {
		s.err = errChanged
	}
	return nil
}

// source returns a source, of which nothing is listed if it is new.
func (o *Offer) source(name string) *source {
	if o.sources[name] == nil {
		o.sources[name] = &source{err: errUnlisted}
		o.order = append(o.order, name)
	}
	return o.sources[name]
}

var (
	errUnlisted = errors.New("agentvet: refused: the tools of this source were not listed, so they are not verified")
	errChanged  = errors.New("agentvet: refused: the tools of this source have changed since they were verified: list them again")
)

// Changed says that a source has other tools now, and that it is not known which: none of them may be called until the
// next List.
func (o *Offer) Changed(name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.source(name)
	s.changes++
	if s.err == nil {
		s.err = errChanged
	}
}

// Drop forgets a source: it offers nothing any more.
func (o *Offer) Drop(name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.sources, name)
	o.order = slices.DeleteFunc(o.order, func(other string) bool { return other == name })
}

// Call returns nil if a source may be asked for a tool: it was listed, and verified with all others.
func (o *Offer) Call(name, tool string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.sources[name]
	switch {
	case s == nil:
		return errUnlisted
	case s.err != nil:
		return s.err
	case !slices.ContainsFunc(s.tools, func(t *graph.Tool) bool { return t.Name == tool }):
		return fmt.Errorf("agentvet: refused: %s is no tool that was listed and verified", visible.Line(fmt.Sprintf("%q", tool)))
	}
	return nil
}
