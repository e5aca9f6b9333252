package interp

// This file finds out whether what a function does happens only where a human agreed. Ways
// on which a question failed, was closed or gave any answer lead on to it like the others,
// unless a condition keeps them out. So an observed function also says what it does
// itself, and on which sides of conditions a human agreed.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// Kinds of steps of a function that is observed with ObserveDoing.
const (
	stepDoes    = "does"    // it changes what outlives it, or calls a function without a body
	stepReturns = "returns" // it returns, and no error
	stepAgreed  = "agreed"  // a condition says that a human agreed
	stepJudged  = "judged"  // a condition asks about an answer; which side is agreement is not known
	stepFailed  = "failed"  // a condition says that nobody could be asked
	stepRefused = "refused" // a condition says that a human who answered did not agree
	stepLeft    = "left"    // a condition says that the answer is not one of the words that refuse; others are left
	stepUnclear = "unclear" // a condition asks what may be agreement or something else
)

// ObserveDoing is ObserveInner for Consent. A function that asks somebody may find in what
// outlives it what it was told in an earlier call: it is run once more, as a later call of it
// runs.
func (m *Machine) ObserveDoing(f Value, args, inner []Value) *Behaviour {
	return m.observeDoing(func(b *Behaviour) { m.observeInner(b, f, args, inner) })
}

// ObserveMethodDoing is ObserveMethod for Consent.
func (m *Machine) ObserveMethodDoing(recv Value, name string, args ...Value) *Behaviour {
	return m.observeDoing(func(b *Behaviour) { m.observeMethod(b, recv, name, args...) })
}

func (m *Machine) observeDoing(observe func(*Behaviour)) *Behaviour {
	b := &Behaviour{doing: true}
	left := m.changing(func() { observe(b) })
	if b.judges() || b.Course != nil && slices.ContainsFunc(b.Course.Steps, (*CourseStep).asked) {
		b.later = &Behaviour{doing: true, isLater: true}
		m.after(left, func() { observe(b.later) })
	}
	return b
}

// judges reports whether some condition of a function asks about an answer.
func (b *Behaviour) judges() bool {
	return b.Course != nil && slices.ContainsFunc(b.Course.Steps, (*CourseStep).consents)
}

// Consent says what the answers to the questions of a function hold back.
type Consent uint8

const (
	NoConsent   Consent = iota // nothing: it asks nobody, or whatever the answer is, it goes on
	SomeConsent                // something may happen unasked, or although nobody agreed
	Consented                  // all that follows a question happens where a human agreed, and only there; nothing that acts comes before
)

// Consent says whether what is reports true for happens only where a human agreed; without
// is, what the function does after somebody agreed, or where it returns if it does nothing.
func (b *Behaviour) Consent(is func(*CourseStep) bool) Consent {
	if !b.judges() {
		return NoConsent
	}
	f := b.Course
	held := f.held(is)
	if held == nil {
		return NoConsent
	}
	counts := func(s *CourseStep) bool { return f.counts(s, held) }
	switch {
	case !slices.ContainsFunc(f.Steps, counts):
		return NoConsent
	case !b.Known || f.Reaches(held, counts) || f.Avoids((*CourseStep).asked):
		return SomeConsent
	case is == nil && f.Reaches((*CourseStep).acts, (*CourseStep).asked): // before anybody is asked
		return SomeConsent
	case b.later != nil && b.later.Consent(is) != Consented:
		return SomeConsent
	}
	return Consented
}

// ConsentsAsRead reports whether what was read of a function happens only where a human agreed: one that
// was not read to its end may do more. It may return before it asks, if it has done nothing.
func (b *Behaviour) ConsentsAsRead() bool {
	read := *b
	read.Known = true
	if b.later != nil {
		later := *b.later
		later.Known, read.later = true, &later
	}
	return read.Consent(nil) == Consented || read.actsOnlyAsked()
}

// actsOnlyAsked reports whether a function does something, and only where a human was asked and agreed.
func (b *Behaviour) actsOnlyAsked() bool {
	if !b.judges() || b.later != nil && !b.later.actsOnlyAsked() {
		return false
	}
	f, acts := b.Course, (*CourseStep).acts
	held := f.held(nil)
	if held == nil || !slices.ContainsFunc(f.Steps, held) {
		return false
	}
	counts := func(s *CourseStep) bool { return f.counts(s, held) }
	return slices.ContainsFunc(f.Steps, counts) && !f.Reaches(held, counts) && !f.Reaches(acts, (*CourseStep).asked)
}

// Held returns the calls of an observed function that are made only where somebody agreed, in order, and where
// that is asked first. One that was not read to its end may make them unasked, too.
func (b *Behaviour) Held() (calls []graph.Pos, by graph.Pos) {
	if !b.judges() {
		return nil, graph.Pos{}
	}
	for _, s := range b.Course.Steps {
		if s.Kind == stepDoes && !slices.Contains(calls, s.Pos) && b.holds(s.Pos) {
			calls = append(calls, s.Pos)
		}
	}
	if n := slices.IndexFunc(b.Course.Steps, (*CourseStep).asked); n >= 0 && len(calls) > 0 {
		by = b.Course.Steps[n].Pos
	}
	slices.SortFunc(calls, graph.Pos.Compare)
	return calls, by
}

// holds reports whether what an observed function does at a position comes after an agreement on every way.
func (b *Behaviour) holds(at graph.Pos) bool {
	f := b.Course
	here := func(s *CourseStep) bool { return s.Kind == stepDoes && s.Pos == at }
	counts := func(s *CourseStep) bool { return f.counts(s, here) }
	return !f.Reaches(here, counts) && (b.later == nil || b.later.Course != nil && b.later.holds(at))
}

// ActsUnheeding reports whether a function that was observed with ObserveDoing may do something on a
// way on which it neither asks nor has looked at what was answered: that there is an answer is no
// agreement. One that was not read to its end may.
func (b *Behaviour) ActsUnheeding() bool {
	return b.unheeding(func(s *CourseStep) bool { return s.Kind == stepDoes })
}

// PassesUnheeding is ActsUnheeding for a function that lets something pass by returning nothing.
func (b *Behaviour) PassesUnheeding() bool {
	return b.unheeding(func(s *CourseStep) bool { return s.Kind == stepReturns && s.nothing })
}

func (b *Behaviour) unheeding(does func(*CourseStep) bool) bool {
	if !b.Known || b.Course == nil || b.later != nil && b.later.unheeding(does) {
		return true
	}
	return b.Course.Reaches(does, func(s *CourseStep) bool { return s.consents() || s.Kind == "human" })
}

// confirms reports whether a step asks somebody who says yes or no, or finds out that they did.
func (s *CourseStep) confirms() bool {
	return s.Kind == stepAgreed || s.Kind == "human" && s.Row.Text("refuses") != ""
}

// answers reports whether a step is what a condition says of an answer.
func (s *CourseStep) answers() bool {
	return s.consents() || s.Kind == stepFailed || s.Kind == stepRefused || s.Kind == stepLeft || s.Kind == stepUnclear || s.Kind == stepOwn
}

func (s *CourseStep) consents() bool { return s.Kind == stepAgreed || s.Kind == stepJudged }

func (s *CourseStep) asked() bool {
	return s.Kind == "human" || s.Kind == "answer" || s.Kind == "answered" || s.Kind == StepAwaits
}

// held returns what is to be held back: what is says, or what follows an agreement. Returns
// count where nothing else does; it is nil if nothing follows.
func (f *Course) held(is func(*CourseStep) bool) func(*CourseStep) bool {
	if is != nil {
		return is
	}
	does := func(s *CourseStep) bool {
		return s.Kind != stepReturns && s.Kind != stepReturned && s.Kind != stepResumed && !s.answers() && !s.asked()
	}
	returns := func(s *CourseStep) bool { return s.Kind == stepReturns && !f.inverted() }
	for _, kind := range []func(*CourseStep) bool{does, returns} {
		after := f.after(kind)
		if len(after) > 0 {
			return func(s *CourseStep) bool { return after[s] }
		}
	}
	return nil
}

// after returns the steps for which kind reports true that come after an agreement, before
// anybody is asked again.
func (f *Course) after(kind func(*CourseStep) bool) map[*CourseStep]bool {
	out := make(map[*CourseStep]bool)
	for _, s := range f.Steps {
		if !s.consents() {
			continue
		}
		for _, t := range f.Steps {
			if kind(t) && f.leads(s, func(x *CourseStep) bool { return x == t }) {
				out[t] = true
			}
		}
	}
	return out
}

// leads reports whether the function may come from s to a target, with nobody asked on the way.
func (f *Course) leads(s *CourseStep, target func(*CourseStep) bool) bool {
	rest := &Course{First: s.Next, Steps: f.Steps}
	return rest.Reaches(target, (*CourseStep).asked)
}

// counts reports whether a step says that a human agreed: one that asks about the answer in
// a way of its own does if only its side of the condition leads to what is held back.
func (f *Course) counts(s *CourseStep, held func(*CourseStep) bool) bool {
	if s.Kind != stepJudged {
		return s.Kind == stepAgreed
	}
	return f.leads(s, held) && !slices.ContainsFunc(f.Steps, func(t *CourseStep) bool {
		return t.Kind == stepJudged && t.Pos == s.Pos && slices.Equal(t.Stack, s.Stack) && t.holds != s.holds && f.leads(t, held)
	})
}

// noteConsent notes, on a side of a condition, what it says of a human's answer.
func (m *Machine) noteConsent(cond Value, holds bool, pos graph.Pos) {
	if !m.noticing() {
		return
	}
	kind, side := "", "fails"
	if holds {
		side = "holds"
	}
	switch m.consent(cond, holds) {
	case sayNothing:
		if kind, side = m.refusal(cond, holds, side); kind != "" {
			break
		}
		if !m.inObserved() || !m.saysRefused(cond, holds) { // what a function that it calls returns then, a condition of its own says
			if m.noteOwn(cond, holds, pos); m.onLegs() && !m.isAside(cond) {
				m.step(Effect{Kind: stepOther, Row: &library.Call{Head: library.Head{Name: side}}, Pos: pos})
			}
			return
		}
		if kind = stepRefused; inWords(cond) {
			side = refusedInWords
		}
	case sayFailed:
		kind = stepFailed
	case sayUnclear:
		kind = stepUnclear
	case sayJudged:
		kind = stepJudged
	case sayAgreed:
		kind = stepAgreed
	}
	m.step(Effect{Kind: kind, Row: &library.Call{Head: library.Head{Name: side}}, Pos: pos}).holds = holds
}

// saying is what a side of a condition says of a human's answer.
type saying uint8

const (
	sayNothing saying = iota
	sayFailed         // that somebody agreed, or that nobody could be asked
	sayUnclear        // it may be what somebody answered, and may be something else
	sayJudged         // something, and not that nobody agreed
	sayAgreed
)

// consent returns what a condition says on one of its sides: the least of what it may be. Where it may also be that of a way on
// which no answer was looked at, nobody was asked perhaps, and it is unclear at most.
func (m *Machine) consent(cond Value, holds bool) saying {
	says, most := sayAgreed, sayNothing
	any, known, unasked := false, true, false
	add := func(one saying) {
		any = true
		says, most = min(says, one), max(most, one)
	}
	for _, alt := range Alternatives(cond) {
		if b, is := AsBool(alt.V); !is {
			one := sayNothing
			if u, ok := Unwrap(alt.V).(*Unknown); ok {
				one = m.consentOf(u, holds)
				known = known && m.rec.human[u.Row]
			}
			add(one)
		} else if b == holds {
			for _, g := range alt.Guard.cases() {
				one, about := m.consentUnder(g)
				if unasked = unasked || !about; about {
					add(one)
				}
			}
		}
	}
	switch {
	case !any:
		return sayNothing
	case says == sayNothing && most > sayNothing && !known:
		return sayUnclear
	case unasked:
		return min(says, sayUnclear)
	}
	return says
}

// consentUnder returns what it says of a human's answer that a guard without alternatives holds; about is false if it is about none.
func (m *Machine) consentUnder(g Guard) (says saying, about bool) {
	about = slices.ContainsFunc(g, func(c Cond) bool { return c.agrees != 0 || c.failed != 0 || c.which || m.rec.human[c.Row] })
	switch {
	case g.Agreed():
		return sayAgreed, about
	case slices.ContainsFunc(g, func(c Cond) bool { return c.which }): // which answers come back as which errors is not followed
		return sayUnclear, about
	case g.judged(m.rec.human):
		return sayJudged, about
	case g.failed():
		return sayFailed, about
	}
	return sayNothing, about
}

// consentOf is consent for a condition that is one value.
func (m *Machine) consentOf(u *Unknown, holds bool) saying {
	eq := u.equals()
	if _, is := originOf[AboutFailure](u); is && holds {
		return sayUnclear
	}
	switch {
	case u.Row == "" || !m.rec.human[u.Row]:
		return sayNothing
	case eq != nil && nilness(eq.c) == isNil: // that there is an answer is no agreement
		return sayNothing
	case eq != nil:
		return m.consentOn(u, eq, holds)
	case u.own():
		if r := m.table.Call(u.Row); r != nil && u.given() != 0 && (r.Verb == library.VerbAnswer || r.Text("given") == "first") {
			return sayNothing
		}
		return agreedIf(holds)
	case u.given() != 0:
		return sayNothing
	}
	if yes := saidByName(u); yes != 0 {
		return agreedIf(holds == (yes == givenTrue))
	}
	if c, ok := u.Origin.(*Comparison); ok && c.expr != nil {
		return judgedIf(holds && c.expr.op != "!=" || !holds && c.expr.op != "==")
	}
	return judgedIf(holds)
}

// consentOn is consentOf for the comparison eq, whose result is u. A user who declines fills in
// nothing: what is asked for is then nil, or zero where it is of a type.
func (m *Machine) consentOn(u *Unknown, eq *equality, holds bool) saying {
	c := u.Origin.(*Comparison).expr
	untyped := c != nil && c.op != "!" && c.typ == ""
	b, isBool := AsBool(eq.c)
	if isBool && (b || !untyped) {
		return m.consent(eq.u, (holds != eq.neg) == b)
	}
	switch m.agreementOn(eq) {
	case givenTrue:
		return agreedIf(holds)
	case givenFalse:
		return agreedIf(!holds)
	}
	if refuses(eq) {
		return sayNothing // it leaves another refusal open
	}
	if m.isAction(eq.u) {
		return agreedIf(len(m.left(eq.u)) == 0)
	}
	differs := holds == eq.neg
	return judgedIf(differs == (IsZero(eq.c) && !untyped))
}

// isAction reports whether a value is itself the field of an answer that says whether the
// human agreed.
func (m *Machine) isAction(v Value) bool {
	u, ok := v.(*Unknown)
	if !ok {
		return false
	}
	r := m.table.Call(u.State())
	return r != nil && r.Verb == library.VerbAnswer && r.Text("refuses") != ""
}

func agreedIf(yes bool) saying {
	if yes {
		return sayAgreed
	}
	return sayNothing
}

func judgedIf(yes bool) saying {
	if yes {
		return sayJudged
	}
	return sayNothing
}

// refusals returns the answers that are no agreement, where the row of a question lists them.
func (m *Machine) refusals(v Value) []string {
	if r := m.table.Call(rowOf(v)); r != nil && r.Text("refuses") != "" {
		return strings.Split(r.Text("refuses"), ",")
	}
	return nil
}

// left returns those of the refusals that a value may be on the present way.
func (m *Machine) left(v Value) []string {
	return slices.DeleteFunc(m.refusals(v), func(word string) bool {
		return slices.Contains(m.excluded, exclusion{v, word})
	})
}

// onlyRefusal reports whether a comparison is with the only refusal that is left: where it does
// not hold, the human agreed. What was filled in never says that: who declines fills in nothing.
func (m *Machine) onlyRefusal(eq *equality) bool {
	if m.refusals(eq.u) == nil {
		r := m.table.Call(rowOf(eq.u))
		return r == nil || r.Verb != library.VerbAnswer
	}
	word, _ := AsString(eq.c)
	return !slices.ContainsFunc(m.left(eq.u), func(other string) bool { return other != word })
}

// An exclusion is that a value is not a text, on the present way.
type exclusion struct {
	v    Value
	text string
}

// exclude notes, where a comparison with a refusal does not hold, that it is not given. It
// returns the function that ends this.
func (m *Machine) exclude(eq *equality, holds bool) func() {
	if eq == nil || holds != eq.neg || !m.noticing() {
		return func() {}
	}
	before := len(m.excluded)
	if word, ok := AsString(eq.c); ok && slices.Contains(m.refusals(eq.u), word) {
		m.excluded = append(m.excluded, exclusion{eq.u, word})
		for _, alt := range Alternatives(eq.u) {
			m.excluded = append(m.excluded, exclusion{alt.V, word})
		}
	}
	return func() { m.excluded = m.excluded[:before] }
}

// noticing reports whether the function that is observed says what it does itself.
func (m *Machine) noticing() bool {
	return m.rec != nil && len(m.watch) > 0 && m.watch[len(m.watch)-1].doing
}

// noteDoing notes that a function does something.
func (m *Machine) noteDoing(what string, pos graph.Pos) {
	if m.noticing() {
		m.step(Effect{Kind: stepDoes, Row: &library.Call{Head: library.Head{Name: what}}, Pos: pos})
	}
}

// noteCallOf notes the call of a function without a body. One of a framework, and one that
// reads, prints or computes, does nothing that a human would be asked about; nor does one that
// cleans up, as deferred calls without arguments do.
func (m *Machine) noteCallOf(callee string, framework bool, s *site) {
	cleansUp := m.cleaning > 0 && m.cleaning == len(m.stack)
	if !framework && !cleansUp && !isHarmless(callee) && !strings.HasPrefix(callee, "error.") {
		m.noteDoing(callee, s.pos)
		m.noteUse(s.args)
	} else if m.onLegs() && handsOn(callee) {
		m.noteUse(s.args)
	}
}

// outlives reports whether what has a birth was there before the observed function began.
func (m *Machine) outlives(b *birth) bool {
	return m.noticing() && (b == nil || b.number <= m.rec.since)
}

// noteReturns notes that the observed function itself returns, and not what the compiler has put
// around it.
func (m *Machine) noteReturns(vals []Value, pos graph.Pos) {
	if !m.noticing() || m.onLegs() { // what one leg returns, the next one gets
		return
	}
	if m.inObserved() {
		m.noteUse(vals)
		s := m.step(Effect{Kind: stepReturns, Row: &library.Call{}, Pos: pos})
		s.nothing = s.nothing || len(vals) == 0 || mayBeNil(vals[0])
	}
}

// inObserved reports whether control is in the observed function itself, and not in what it calls or what the compiler has put
// around it.
func (m *Machine) inObserved() bool {
	own := 1
	if funcid.IsWrapper(m.stack[0].fn.ID) || m.onLegs() {
		own++
	}
	return len(m.stack) == own || len(m.stack) < own && m.onLegs()
}

// noteFailure notes what a function did that returned an error to an observed one: what
// follows its call, follows that, too, until a condition asks whether there is an error. What
// else it returns with the error counts where it is a truth value.
func (m *Machine) noteFailure(fr *frame, vals []Value) {
	if !m.noticing() || !slices.ContainsFunc(fr.returns, fr.failed) {
		return
	}
	good := m.rec.at()
	var bad [][]int
	for _, r := range fr.returns {
		if !fr.failed(r) {
			continue
		}
		bad = append(bad, r.now)
		for i, v := range r.vals {
			if _, isBool := AsBool(v); isBool {
				vals[i] = joinGuarded(vals[i], v, r.guard)
			}
		}
	}
	m.rec.set(bad...)
	f := &Failure{good: good, bad: m.rec.at()}
	m.rec.set(f.good, f.bad)
	f.all = m.rec.at()
	if u, ok := vals[len(vals)-1].(*Unknown); ok {
		u.Origin = f
	}
}

// asked reports whether the function that is observed has asked somebody.
func (m *Machine) asked() bool { return m.noticing() && m.rec.asked > 0 }

// isFailure reports whether a value is the error of a question, or of a function that asked one.
func isFailure(v Value) bool {
	u, _ := Unwrap(v).(*Unknown)
	_, unanswered := originOf[Unanswered](u)
	_, failure := originOf[*Failure](u)
	return unanswered || failure
}

// chooseWay follows control where a condition asks whether a function has returned an error.
func (m *Machine) chooseWay(cond Value, holds bool) {
	eq := equalityOf(cond)
	if eq == nil || nilness(eq.c) != isNil || !m.noticing() {
		return
	}
	u, _ := eq.u.(*Unknown)
	if u == nil {
		return
	}
	if f, ok := u.Origin.(*Failure); ok && slices.Equal(f.all, m.rec.at()) {
		if holds == eq.neg {
			m.rec.set(f.bad)
		} else {
			m.rec.set(f.good)
		}
	}
}
