package loops

// This file looks for what may ask somebody before a tool runs.

import (
	"maps"
	"path"
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// questions says which functions may ask somebody: those that read from a terminal, wait for
// an answer, as is told of them, ask somebody who is elsewhere, or call for a decision what is not seen, and those
// that run them.
func (c *chart) questions(awaits func(*function) bool) map[*function]bool {
	direct := make(map[*function]bool)
	for _, fn := range c.funcs {
		if awaits(fn) || c.asksAfar(fn) || slices.ContainsFunc(fn.sites, func(s *site) bool { return c.isHuman(s) || isUnseen(s) }) {
			direct[fn] = true
		}
	}
	return c.reaching(direct, nil)
}

// asksAfar reports whether a function may ask somebody who is elsewhere, such as in a chat: its name says that it asks for permission, and it
// talks to others. What they answer is not understood.
func (c *chart) asksAfar(fn *function) bool {
	return fn.Results > 0 && consents.MatchString(funcid.Name(fn.ID)) && c.deedOf(fn) == valueflow.DeedActs
}

// telling returns the functions that may ask somebody, and those that are told what somebody may
// have said in another way: by a library, or in parts.
func (j *judge) telling() map[*function]bool {
	out := maps.Clone(j.asksUser)
	for _, fn := range j.funcs {
		if fn.Flow != nil && slices.ContainsFunc(fn.Flow.Terms, func(t valueflow.Term) bool { return j.isTold(fn, &t) }) {
			out[fn] = true
		}
	}
	return out
}

// isTold reports whether a term of a function is what somebody may have said.
func (j *judge) isTold(fn *function, t *valueflow.Term) bool {
	switch t.Op {
	case valueflow.TermAmong:
		return len(j.inRequests()) > 0
	case valueflow.TermAnswer:
		said, known := j.isSaid(fn, t)
		return said || !known
	case valueflow.TermUnseen:
		return true
	case valueflow.TermReceived:
		return t.At != valueflow.NoPlace && j.isSent(fn.at(t.At), t.Text)
	}
	return false
}

// asksModel reports whether a call asks a model: a client's, or one that reads the answer of
// a server into a type of a protocol. What was kept in a file is no answer.
func (f *finder) asksModel(s *site) bool {
	switch s.Kind {
	case valueflow.CallModel:
		return true
	case valueflow.CallAnswer:
		if !f.dialect && !f.saysNames(s) {
			return false
		}
		fallthrough
	case valueflow.CallDecode:
		return len(f.answers.seen) == 0 || slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && f.answers.seen[p] })
	}
	return false
}

// saysNames reports whether the names of calls come out of what a call decodes, which has them in
// maps and values of any type.
func (f *finder) saysNames(s *site) bool {
	says, known := f.saying[s]
	if !known {
		from := slices.DeleteFunc(slices.Clone(s.args), func(p place) bool { return p == noPlace })
		got := f.forward(from, false, false, f.fields())
		says = slices.ContainsFunc(f.called, func(p place) bool { return got.seen[p] })
		f.saying[s] = says
	}
	return says
}

// asking returns the functions that ask a model, sorted.
func (f *finder) asking() (out []string) {
	for _, fn := range f.funcs {
		if slices.ContainsFunc(fn.sites, f.asksModel) {
			out = append(out, fn.ID)
		}
	}
	return out
}

// questionsOf returns where a cycle asks its model.
func (c *chart) questionsOf(cy *cycle) (out []graph.Pos) {
	if !cy.isRound() {
		return nil
	}
	by := c.runBy(cy)
	for _, s := range c.sites {
		if by[s.in] && c.asksModel(s) {
			out = append(out, s.Pos)
		}
	}
	return out
}

// isTalk reports whether a model is told what is at a place: a person talks to it, and decides about
// no call.
func (c *chart) isTalk(p place) bool {
	if p == noPlace || c.isFree(p) { // anything may be there
		return false
	}
	talk, known := c.talk[p]
	if !known {
		talk = c.tells([]place{p})
		c.talk[p] = talk
	}
	return talk
}

// isHuman reports whether a call asks somebody at the terminal.
func (f *finder) isHuman(s *site) bool {
	return s.Kind == valueflow.CallHuman && (s.Who == valueflow.NoPlace || f.isPersons(s.in.at(s.Who)))
}

// isPersons reports whether a place has what somebody writes at the terminal, and not what a model
// answers or calls with, too: of a function that both may call, nobody is asked where the model does.
func (f *finder) isPersons(p place) bool {
	return f.terminal.seen[p] && !f.args.seen[p] && !f.answers.seen[p]
}

// isUnseen reports whether a call is for a decision, and of nobody knows what.
func isUnseen(s *site) bool {
	return s.on != noPlace && s.Answers && len(s.callees) == 0 && s.Kind == valueflow.CallPlain && !isLibrarys(s)
}

// isQuestion reports whether a call asks for permission, whatever the one who is asked gets to see of a model's call: its name, or that of
// the interface, says so, and each function that it may run returns what comes through a channel.
//
//	decision, err := permissions.Request(ctx, call)
func isQuestion(s *site) bool {
	if s.Choice == "" || len(s.callees) == 0 || !consents.MatchString(path.Base(s.Iface)+"."+funcid.Name(s.Method)) {
		return false
	}
	return !slices.ContainsFunc(s.callees, func(c callee) bool {
		return !slices.ContainsFunc(c.fn.Receives, func(r valueflow.Receive) bool { return r.Elem == s.Choice })
	})
}

// runBy returns the functions that a cycle comes to run, its own included.
func (c *chart) runBy(cy *cycle) map[*function]bool {
	out := map[*function]bool{cy.in: true}
	var work []*function
	for _, to := range c.calls[cy.in] {
		if cy.loop == nil || slices.Contains(cy.loop.Blocks, to.block) {
			work = append(work, to.fn)
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if out[fn] {
			continue
		}
		out[fn] = true
		for _, to := range c.calls[fn] {
			work = append(work, to.fn)
		}
	}
	return out
}
