package interp

// This file tells apart things that literals of a framework's struct types make.

import (
	"fmt"
)

// LiteralKey tells the literal that made v from others, also in a copy of v: where it
// stands, with the calls that led there, and the name that its field Name gives it.
func LiteralKey(v Value) string {
	s, ok := Deref(v).(*Struct)
	if !ok {
		return ""
	}
	name, _ := AsString(Settled(Field(v, "Name")))
	return fmt.Sprint(s.Made, " ", name)
}
