// Package logs writes to a log that it opens when it is needed.
package logs

import (
	"log"
	"os"
)

var to *log.Logger

func open() *log.Logger {
	if to == nil {
		f, err := os.Create("program.log")
		if err != nil {
			panic(err)
		}
		to = log.New(f, "", 0)
	}
	return to
}

// Infof writes a line.
func Infof(format string, args ...any) { open().Printf(format, args...) }

// Fatalf writes a line and ends the program.
func Fatalf(format string, args ...any) { open().Fatalf(format, args...) }
