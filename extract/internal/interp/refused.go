package interp

// This file finds, on the sides of conditions, that somebody who was asked did not agree.

import (
	"slices"
	"strings"
)

// refusal returns the kind of step, and what it is called, for a side of a condition that says no
// more than that a question failed, or that one of several refusals is not the answer.
func (m *Machine) refusal(cond Value, holds bool, side string) (kind, name string) {
	eq := equalityOf(cond)
	if eq == nil {
		return "", ""
	}
	word, isText := AsString(eq.c)
	switch {
	case failureOf(eq) == sideOf(holds):
		return stepFailed, side
	case isText && holds == eq.neg && m.isAction(eq.u) && slices.Contains(m.left(eq.u), word):
		return stepLeft, strings.Join(slices.DeleteFunc(m.left(eq.u), func(other string) bool { return other == word }), ",")
	}
	return "", ""
}

// saidByName returns the side of a truth value on which a human agreed, by the name of the field or the key that it was
// read from: "Approved" or "rejected". It is 0 where the name does not tell.
func saidByName(u *Unknown) givenSide { return sideOfName(u.State()) }

// refusedInWords is the name of a step where the answer is a text.
const refusedInWords = "in words"

// inWords reports whether a condition compares with a text.
func inWords(cond Value) bool {
	eq := equalityOf(cond)
	if eq == nil {
		return false
	}
	_, isText := AsString(eq.c)
	return isText
}

// saysRefused reports whether a side of a condition says that a human who answered did not agree: a truth value that is the
// answer is false, or a text is a word that refuses, or is not the word that agrees.
func (m *Machine) saysRefused(cond Value, holds bool) bool {
	some := false
	for _, alt := range Alternatives(cond) {
		b, known := AsBool(alt.V)
		u, _ := Unwrap(alt.V).(*Unknown)
		switch {
		case known && b != holds:
		case known && alt.Guard.Refused(), u != nil && m.refusedOn(u, holds):
			some = true
		case !known || alt.Guard.Agreed(): // nobody was asked on the others
			return false
		}
	}
	return some
}

// refusedOn is saysRefused for a condition that is one value.
func (m *Machine) refusedOn(u *Unknown, holds bool) bool {
	if eq := u.equals(); eq != nil {
		if b, isBool := AsBool(eq.c); isBool {
			return m.saysRefused(eq.u, (holds != eq.neg) == b)
		}
		return m.rec.human[u.Row] && (holds != eq.neg && refuses(eq) || holds == eq.neg && isWord(eq.c, agreeing))
	}
	return m.rec.human[u.Row] && (u.own() || saidByName(u) != 0) && m.consentOf(u, !holds) == sayAgreed
}
