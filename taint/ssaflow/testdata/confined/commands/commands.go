// Package commands has guards of commands: see package paths.
package commands

import (
	"errors"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

type args struct {
	Line    string   `json:"line" confine:"command"`
	Program string   `json:"program" confine:"command"`
	Args    []string `json:"args" confine:"command"`
	Ref     string   `json:"ref" confine:"command"`
}

var errDenied = errors.New("denied")

// violated: a shell reads it.
func shell(in args) { exec.Command("sh", "-c", in.Line).Run() }

// violated: the first word says nothing of the rest: "ls; rm -rf ~".
func firstWord(in args) error {
	if strings.Fields(in.Line)[0] != "ls" {
		return errDenied
	}
	exec.Command("sh", "-c", in.Line).Run()
	return nil
}

// violated: nor does what it begins with.
func begins(in args) error {
	if !strings.HasPrefix(in.Line, "git ") {
		return errDenied
	}
	return exec.Command("bash", "-c", in.Line).Run()
}

// violated: a list of what is not allowed.
func denied(in args) error {
	for _, word := range []string{"rm", "sudo"} {
		if strings.Contains(in.Line, word) {
			return errDenied
		}
	}
	return exec.Command("sh", "-c", in.Line).Run()
}

// violated: any program.
func program(in args) error { return exec.Command(in.Program).Run() }

// holds: one of two.
func switched(in args) error {
	switch in.Program {
	case "git", "ls":
		return exec.Command(in.Program).Run()
	}
	return errDenied
}

// holds: likewise.
func listed(in args) error {
	if !slices.Contains([]string{"git", "ls"}, in.Program) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

var programs = map[string]string{"list": "ls", "status": "git"}

// nothing: the program's own table.
func table(in args) error {
	name, ok := programs[in.Program]
	if !ok {
		return errDenied
	}
	return exec.Command(name).Run()
}

// violated: it may be "--output=/etc/passwd" (CVE-2025-68144).
func option(in args) error { return exec.Command("git", "diff", in.Ref).Run() }

// holds: it begins with no dash.
func noDash(in args) error {
	if strings.HasPrefix(in.Ref, "-") {
		return errDenied
	}
	return exec.Command("git", "diff", in.Ref).Run()
}

// nothing: behind "--" nothing is an option.
func behindDashes(in args) error { return exec.Command("git", "log", "--", in.Ref).Run() }

// holds: letters, digits, and no dash at the beginning.
func pattern(in args) error {
	if !regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`).MatchString(in.Ref) {
		return errDenied
	}
	return exec.Command("git", "diff", in.Ref).Run()
}

// unknown: a check of somebody else's.
func somebody(allow func(string) error, in args) error {
	if err := allow(in.Line); err != nil {
		return err
	}
	return exec.Command("sh", "-c", in.Line).Run()
}

// violated: a list for a program that runs what it is given.
func list(in args) error { return exec.Command("env", in.Args...).Run() }
