// Package t hands on lists of arguments behind options that take no value.
package t

import (
	"os"
	"os/exec"
)

func input() string { return os.Getenv("P") } // @Source(p)

func run(args []string) { exec.Command("rg", args...).Run() } // @Sink(p)

func arguments(glob string, kind bool) []string {
	args := []string{"--color=never"}
	if kind {
		args = append(args, "-i")
	}
	args = append(args, "-i", glob)
	return append(args, "--", "TODO")
}

func values() { run(arguments(input(), true)) }
