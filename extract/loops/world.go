package loops

// This file says what comes of a program where people answer one thing, wherever they are asked.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// A world is what people answer.
type world uint8

const (
	anyAnswer   world = iota // anything
	answersYes               // words that agree
	answersNo                // words that refuse
	answersElse              // words that the program compares with none
	nobody                   // there is nobody: a question fails, and what it reads is empty
	late                     // somebody answers after the time for that, where there is one; else words that the program compares with none
)

// Words by which people agree, and by which they refuse. What ends a program, such as "exit", may
// be said of anything.
var (
	yesWords = []string{"y", "yes", "ok", "okay", "allow", "approve", "approved", "accept", "accepted", "agree", "confirm", "confirmed", "a", "always", "j", "ja", "o", "oui", "s", "si", "sim", "\u0434", "\u0434\u0430", "\u662f"}
	noWords  = []string{"n", "no", "deny", "denied", "reject", "rejected", "refuse", "refused", "cancel", "decline", "declined", "disagree", "abort", "nein", "non", "\u043d", "\u043d\u0435\u0442", "\u5426"}
)

// answers returns the stand of a run in which the answer is what is wanted.
func (d world) answers(w want) stand {
	holds := false
	word, isText := w.text, false
	if text, err := strconv.Unquote(word); err == nil {
		word, isText = strings.ToLower(strings.TrimSpace(text)), true
	}
	switch {
	case w.text == isNil: // no error
		holds = d != nobody
	case w.text == isSome:
		holds = d == nobody
	case w.text == valueflow.True:
		holds = d == answersYes
	case w.text == "false":
		holds = d != answersYes
	case w.text == "0" || isText && word == "":
		holds = d == nobody
	case isText && d == answersYes:
		holds = slices.Contains(yesWords, word)
	case isText && d == answersNo:
		holds = slices.Contains(noWords, word)
	}
	if holds != w.not {
		return freely
	}
	return stand{}
}

// hasLine returns the stand of a run in which there is a line to read, if that is wanted.
func (d world) hasLine(w want) stand {
	if d == anyAnswer || (d != nobody) != w.not {
		return freely
	}
	return stand{}
}

// inWorld returns a judge of the same tool in a world.
func (j *judge) inWorld(d world) *judge {
	o := newJudge(j.chart, j.cy, j.tool)
	o.world = d
	return o
}
