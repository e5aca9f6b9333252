// Package session stands for the package of the same name of the Agent
// Development Kit: what the rows of extract/adk name, and nothing behind it.
package session

// Event is what an agent or a node reports.
type Event struct {
	ID, InvocationID, Author string
	Actions                  EventActions
	Routes                   []string
	RequestedInput           *RequestInput
	Content                  any
	Output                   any
}

// EventActions are the side effects of an event.
type EventActions struct {
	SkipSummarization bool
	TransferToAgent   string
	Escalate          bool
}

// RequestInput asks a human.
type RequestInput struct {
	InterruptID, Message string
	Payload              any
}

// NewEvent returns an empty event.
func NewEvent(invocationID string) *Event {
	return &Event{InvocationID: invocationID}
}

// Session is a conversation.
type Session interface{ State() State }

// State is what a session remembers.
type State interface {
	Get(key string) (any, error)
	Set(key string, value any) error
}
