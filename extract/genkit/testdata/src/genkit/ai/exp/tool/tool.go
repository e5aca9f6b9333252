// Package tool is a stub of Genkit's package of that name.
package tool

import "context"

func Interrupt(data any) error { return context.Canceled }
