// Package triage holds what both builds of the mail triage share: the mail
// itself and what is known about it.
package triage

// An Email is one incoming mail.
type Email struct {
	From, Subject, Body string
}

// An Outcome says where a mail went and what was answered.
type Outcome struct {
	Folder string
	Answer string
}

// Keys of the facts that the parallel readers find.
const (
	FactSender  = "sender"
	FactUrgency = "urgency"
	FactSummary = "summary"
)
