package interp

// This file finds deciders: code that is not seen, and whose name says that it asks for an agreement,
// such as the method AskApproval of an interface. Whether anybody is asked, nobody can tell here; that
// nobody is, cannot be said either.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Decider is what MayHave is asked of code that mentions the name of a decider.
const Decider = "decider"

// ObserveDeciding is ObserveDoing where deciders count as humans who are asked.
func (m *Machine) ObserveDeciding(f Value) *Behaviour {
	defer m.deciders()()
	return m.ObserveDoing(f, nil, nil)
}

// ObserveMethodDeciding is ObserveMethodDoing where deciders count as humans who are asked.
func (m *Machine) ObserveMethodDeciding(recv Value, name string) *Behaviour {
	defer m.deciders()()
	return m.ObserveMethodDoing(recv, name)
}

// deciders makes deciders count, and returns the function that ends this.
func (m *Machine) deciders() func() {
	m.deciding = true
	return func() { m.deciding = false }
}

// saysDecision reports whether the name of a function, or of a type and its method, is that of a
// decider.
func saysDecision(name string) bool {
	word := strings.ToLower(name)
	return slices.ContainsFunc([]string{"approv", "confirm", "consent", "permission"}, func(part string) bool { return strings.Contains(word, part) })
}

// isDecider reports whether a call of code that is not seen may ask somebody, and returns an answer.
// What rows do not say of a framework, and of the standard library, asks nobody.
func (m *Machine) isDecider(s *site, callee string, via *Unknown) bool {
	if len(s.in.Res) == 0 || m.prog.IsFramework(callee) {
		return false
	}
	if callee == unknownFunc {
		return saysDecision(via.called())
	}
	name := withoutPackage(callee)
	if s.in.Op == recipe.OpInvoke { // of an interface such as permission.Service
		name = ShortFunc(callee)
	}
	return !library.IsStandard(funcid.Package(callee)) && saysDecision(name)
}

// called returns the name of the parameter or the field that a function value is, "" for others.
func (u *Unknown) called() string {
	if p, ok := originOf[Parameter](u); ok {
		return p.Name
	}
	key := ""
	if u != nil {
		key = u.State()
	}
	return key[strings.LastIndexByte(key, '.')+1:]
}

// withoutPackage returns the type and the method, or the name, of a function.
func withoutPackage(id string) string {
	_, name, _ := strings.Cut(ShortFunc(id), ".")
	return name
}

// decide is the call of a decider. One that returns an error and nothing else agrees by returning none:
// what follows depends on which it is, see chooseWay.
func (m *Machine) decide(s *site, callee string) (Value, bool) {
	row := &library.Call{Head: library.Head{Verb: library.VerbEffect, Name: callee}, Kind: "human"}
	out, returns := m.callRow(s, row)
	u, isUnknown := out.(*Unknown)
	if !isUnknown || recipe.Shape(s.in.Res[0]) != recipe.ShapeError || !m.noticing() {
		return out, returns
	}
	f := &Failure{bad: m.rec.at()}
	m.step(Effect{Kind: stepAgreed, Row: &library.Call{Head: library.Head{Name: "no error"}}, Pos: s.pos}).holds = true
	f.good = m.rec.at()
	m.rec.set(f.good, f.bad)
	f.all = m.rec.at()
	u.Row, u.Origin = "", f
	return u, returns
}
