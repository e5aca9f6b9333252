package interp

// This file finds confirmations that nobody gives: arguments such as confirm, which the model fills
// in like all others.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

// OwnConsent is what MayHave is asked of code that mentions an argument with the name of a
// confirmation.
const OwnConsent = "own consent"

// stepOwn is a side of a condition on which an argument says that somebody agreed.
const stepOwn = "own"

// NamedArgument is what a framework's function gives for the name of an argument.
type NamedArgument struct{ Name string }

func (NamedArgument) origin() {}

// SaysConsent reports whether a name is that of an argument which says that somebody agreed.
func SaysConsent(name string) bool {
	word := strings.ToLower(joined.Replace(name))
	return slices.Contains([]string{"confirm", "confirmed", "confirmation", "approve", "approved", "approval", "consent"}, word) ||
		strings.HasPrefix(word, "user") && (strings.HasSuffix(word, "confirmed") || strings.HasSuffix(word, "approved")) ||
		strings.HasPrefix(word, "confirm") && (strings.HasSuffix(word, "delete") || strings.HasSuffix(word, "deletion"))
}

// joined takes from a name what words in it are joined by.
var joined = strings.NewReplacer("_", "", "-", "")

// OwnConsent returns the name of an argument that is the only confirmation of something which a
// function does, and where it looks at it; nobody is asked. The name is "" if there is none.
func (b *Behaviour) OwnConsent() (name string, at graph.Pos) {
	f := b.Course
	if f == nil || !b.Known || slices.ContainsFunc(f.Steps, (*CourseStep).asked) {
		return "", graph.Pos{}
	}
	own := func(s *CourseStep) bool { return s.Kind == stepOwn }
	i := slices.IndexFunc(f.Steps, own)
	held := func(t *CourseStep) bool {
		return t.Kind == stepDoes && !f.Reaches(func(s *CourseStep) bool { return s == t }, own)
	}
	if i < 0 || !slices.ContainsFunc(f.Steps, held) {
		return "", graph.Pos{}
	}
	return f.Steps[i].Row.Name, f.Steps[i].Pos
}

// noteOwn notes, on a side of a condition, that an argument says there that somebody agreed.
func (m *Machine) noteOwn(cond Value, holds bool, pos graph.Pos) {
	for _, alt := range Alternatives(cond) {
		u, ok := Unwrap(alt.V).(*Unknown)
		if !ok {
			continue
		}
		if eq := u.equals(); eq != nil {
			b, isBool := AsBool(eq.c)
			if v, is := eq.u.(*Unknown); is && isBool && (holds != eq.neg) == b {
				u, holds = v, true
			}
		}
		if name := argumentName(u); holds && SaysConsent(name) {
			m.step(Effect{Kind: stepOwn, Row: &library.Call{Head: library.Head{Name: name}}, Pos: pos})
			return
		}
	}
}

// argumentName returns the name of the argument that a value is, "" for others: a field of what the
// function is given, the entry of a map, or what the framework gives for a name.
func argumentName(u *Unknown) string {
	if a, ok := originOf[NamedArgument](u); ok {
		return a.Name
	}
	key := u.State()
	if name, isKey := strings.CutPrefix(key, "["); isKey {
		return strings.Trim(name, "]\"")
	}
	if read, ok := originOf[StateRead](u); ok {
		if _, given := originOf[Parameter](read.of); given {
			return key[strings.LastIndexByte(key, '.')+1:]
		}
	}
	return ""
}

// nameArguments notes on the results of a framework's function which argument they are of.
func nameArguments(s *site, out Value) {
	for _, a := range s.args {
		name, ok := AsString(a)
		if !ok || !SaysConsent(name) {
			continue
		}
		results, isTuple := out.(Tuple)
		if !isTuple {
			results = Tuple{out}
		}
		if u, ok := results[0].(*Unknown); ok {
			u.Origin = NamedArgument{name}
		}
		return
	}
}
