package main

import (
	"bytes"
	"testing"
)

// TestNarrowTable wants a table that a terminal is too narrow for as lists, and any other as it is.
func TestNarrowTable(t *testing.T) {
	const table = "TOOL    GATE     POSITION\nrefund  confirm  desk.go:20:32\nlook    -        desk.go:31:2\n"
	const lists = "refund\n    gate      confirm\n    position  desk.go:20:32\nlook\n    position  desk.go:31:2\n"
	for columns, want := range map[int]string{0: table, 80: table, 30: table, 29: lists} {
		var out bytes.Buffer
		c := &cli{stdout: &out, columns: columns}
		rows := [][]string{{"TOOL", "GATE", "POSITION"}, {"refund", "confirm", "desk.go:20:32"}, {"look", "", "desk.go:31:2"}}
		if err := c.printTable(rows); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != want {
			t.Errorf("%d columns:\n%swant\n%s", columns, got, want)
		}
	}
}
