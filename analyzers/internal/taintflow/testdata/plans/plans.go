// Package plans has, as Go code, the flows that verifiers of plans miss and the ones
// that they report for nothing.
package plans

import (
	"fmt"
	"strings"
)

type inbox struct {
	Text string `source:"untrusted"`
	Urge bool
}

type letter struct {
	Body       string   `sink:"forbid=untrusted,unless=redact"`
	Attachment []string `sink:"forbid=untrusted,unless=redact"`
}

// redact hides addresses.
//
//agentvet:sanitizer for=untrusted
func redact(text string) string { return strings.ReplaceAll(text, "@", " at ") }

// The missed ones.

func loopMayNotRun(in inbox, n int) letter {
	body := in.Text
	for range n {
		body = "nothing"
	}
	return letter{Body: body} // want `data of plans.inbox.Text gets into plans.letter.Body`
}

func inText(in inbox) letter {
	return letter{Body: fmt.Sprintf("see %q", in.Text)} // want `data of plans.inbox.Text gets into plans.letter.Body`
}

func otherField(in inbox) letter {
	return letter{Attachment: []string{"a", in.Text}} // want `data of plans.inbox.Text gets into plans.letter.Attachment`
}

var drafts = make(map[string]string)

func keep(in inbox) { drafts["last"] = in.Text }

func kept() letter {
	return letter{Body: drafts["last"]} // want `data of plans.inbox.Text gets into plans.letter.Body`
}

func throughChannel(in inbox) letter {
	lines := make(chan string, 1)
	go func() { lines <- in.Text }()
	return letter{Body: <-lines} // want `data of plans.inbox.Text gets into plans.letter.Body`
}

func deferred(in inbox) (out letter) {
	defer func() {
		out.Body = in.Text // want `data of plans.inbox.Text gets into plans.letter.Body`
	}()
	return letter{}
}

func rawBeside(in inbox) letter {
	var b strings.Builder
	b.WriteString(redact(in.Text))
	b.WriteString(in.Text)
	return letter{Body: b.String()} // want `data of plans.inbox.Text gets into plans.letter.Body`
}

func oneArm(in inbox) letter {
	body := in.Text
	if !in.Urge {
		body = redact(body)
	}
	return letter{Body: body} // want `data of plans.inbox.Text gets into plans.letter.Body`
}

// The ones that are no flow.

func bothArms(in inbox) letter {
	body := in.Text
	if in.Urge {
		body = "at once"
	} else {
		body = "later"
	}
	return letter{Body: body}
}

func cleanThroughOthers(in inbox) letter {
	body := strings.ToUpper(redact(in.Text))
	return letter{Body: strings.TrimSpace(body)}
}

func otherValue(in inbox) letter {
	note := in.Text
	_ = len(note)
	return letter{Body: "thank you"}
}

// choice is control: the text is the program's. It is not followed.
func choice(in inbox) letter {
	if strings.Contains(in.Text, "urgent") {
		return letter{Body: "at once"}
	}
	return letter{Body: "later"}
}
