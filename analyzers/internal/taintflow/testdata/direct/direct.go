// Package direct calls handlers itself: no model and no framework is in between.
package direct

import "strings"

type inbox struct {
	Text string `source:"untrusted"`
}

type letter struct {
	Body string `sink:"forbid=untrusted,unless=redact"`
	Note string
}

func send(l *letter) int { return len(l.Body) }

func bad(in inbox) int {
	l := &letter{Note: in.Text}
	l.Body = "Re: " + in.Text // want `taint/flow: data of direct.inbox.Text gets into direct.letter.Body, which forbids "untrusted"; redact would stop it`
	return send(l)
}

func clean(in inbox) int {
	l := &letter{Note: in.Text}
	l.Body = "Re: " + redact(in.Text)
	return send(l)
}

// redact hides addresses.
//
//agentvet:sanitizer for=untrusted
func redact(text string) string { return strings.ReplaceAll(text, "@", " at ") }

// halfClean sanitizes one of two parts.
func halfClean(in, other inbox) int {
	return send(&letter{Body: redact(in.Text) + other.Text}) // want `taint/flow: data of direct.inbox.Text gets into direct.letter.Body, which forbids "untrusted"; redact would stop it`
}

// laterClean sanitizes after the fact.
func laterClean(in inbox) string {
	l := &letter{Body: in.Text} // want `taint/flow: data of direct.inbox.Text gets into direct.letter.Body, which forbids "untrusted"; redact would stop it`
	return redact(l.Body)
}
