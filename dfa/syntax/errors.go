package syntax

// This file says where a text is wrong.

import (
	"fmt"
	"strings"
)

// Code classifies an Error.
type Code string

const (
	CodeCharacter Code = "character" // a character that means nothing
	CodeQuote     Code = "quote"     // a quoted name without its end
	CodeAtom      Code = "atom"      // an atom that is none
	CodeTest      Code = "test"      // a test of an argument that is none
	CodeOperand   Code = "operand"   // an operand is missing
	CodePattern   Code = "pattern"   // operands that no pattern joins
	CodeParen     Code = "paren"     // parentheses that do not match
	CodeTrailing  Code = "trailing"  // text behind the end
	CodeNumber    Code = "number"    // a number that is none
	CodeLimit     Code = "limit"     // a limit is exceeded
	CodeEmpty     Code = "empty"     // nothing
)

// A Pos is a place in the text of a rule. The zero Pos is no place.
type Pos struct {
	Offset    int // in bytes, from 0
	Line, Col int // from 1; Col counts bytes
}

// An Error says what is wrong with the text of a rule, and where.
type Error struct {
	Pos  Pos
	Code Code
	Msg  string
	Text string // the text of the rule
}

// Error returns "line:col: message", without the line if the text has only one.
func (e *Error) Error() string {
	if strings.Contains(e.Text, "\n") {
		return fmt.Sprintf("%d:%d: %s", e.Pos.Line, e.Pos.Col, e.Msg)
	}
	return fmt.Sprintf("column %d: %s", e.Pos.Col, e.Msg)
}

// Snippet returns the line of the error and below it a caret that points at
// the place. Tabs stay tabs, so that the caret stands right.
func (e *Error) Snippet() string {
	lines := strings.Split(e.Text, "\n")
	line := lines[min(e.Pos.Line, len(lines))-1]
	var b strings.Builder
	b.WriteString(line)
	b.WriteByte('\n')
	for _, c := range line[:min(e.Pos.Col-1, len(line))] {
		if c != '\t' {
			c = ' '
		}
		b.WriteRune(c)
	}
	b.WriteByte('^')
	return b.String()
}
