// Package catalog lists the programs of this module.
package catalog

import (
	"io"

	"example.com/mcpservers/board"
	bookingsBad "example.com/mcpservers/bookings/bad"
	bookingsClean "example.com/mcpservers/bookings/clean"
	clusterBad "example.com/mcpservers/cluster/bad"
	clusterClean "example.com/mcpservers/cluster/clean"
	databaseBad "example.com/mcpservers/database/bad"
	databaseClean "example.com/mcpservers/database/clean"
	filesBad "example.com/mcpservers/files/bad"
	filesClean "example.com/mcpservers/files/clean"
	mailroomBad "example.com/mcpservers/mailroom/bad"
	mailroomGated "example.com/mcpservers/mailroom/gated"
	mailroomRedacted "example.com/mcpservers/mailroom/redacted"
	notesBad "example.com/mcpservers/notes/bad"
	notesClean "example.com/mcpservers/notes/clean"
	outboxBad "example.com/mcpservers/outbox/bad"
	outboxGated "example.com/mcpservers/outbox/gated"
	postboxBad "example.com/mcpservers/postbox/bad"
	postboxClean "example.com/mcpservers/postbox/clean"
	ticketsBad "example.com/mcpservers/tickets/bad"
	ticketsClean "example.com/mcpservers/tickets/clean"
	weatherBad "example.com/mcpservers/weather/bad"
	weatherClean "example.com/mcpservers/weather/clean"
)

// A Program is one server that a team ships, bad or repaired.
type Program struct {
	Name  string // program/form
	Serve func(in io.ReadCloser, out io.WriteCloser) error
}

// Programs lists them all, by name.
var Programs = []Program{
	{"board/bad", board.Serve},
	{"board/clean", board.Serve},
	{"bookings/bad", bookingsBad.Serve},
	{"bookings/clean", bookingsClean.Serve},
	{"cluster/bad", clusterBad.Serve},
	{"cluster/clean", clusterClean.Serve},
	{"database/bad", databaseBad.Serve},
	{"database/clean", databaseClean.Serve},
	{"files/bad", filesBad.Serve},
	{"files/clean", filesClean.Serve},
	{"mailroom/bad", mailroomBad.Serve},
	{"mailroom/gated", mailroomGated.Serve},
	{"mailroom/redacted", mailroomRedacted.Serve},
	{"notes/bad", notesBad.Serve},
	{"notes/clean", notesClean.Serve},
	{"outbox/bad", outboxBad.Serve},
	{"outbox/gated", outboxGated.Serve},
	{"postbox/bad", postboxBad.Serve},
	{"postbox/clean", postboxClean.Serve},
	{"tickets/bad", ticketsBad.Serve},
	{"tickets/clean", ticketsClean.Serve},
	{"weather/bad", weatherBad.Serve},
	{"weather/clean", weatherClean.Serve},
}
