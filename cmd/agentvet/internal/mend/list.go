package mend

// This file asks the go command what a program consists of, and what of it does not build.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// A listed package is what the go command says of one.
type listed struct {
	ImportPath, Name, Dir, Export     string
	Standard                          bool
	Module                            *goModule
	GoFiles, CgoFiles, IgnoredGoFiles []string
	EmbedPatterns                     []string
	Imports                           []string
	ImportMap                         map[string]string
	Error                             *goError
}

// A goModule is the module of a package.
type goModule struct {
	Path, Version, Dir, GoVersion string
	Main                          bool
	Replace                       *struct{ Dir, Version string }
}

// A goError is what is wrong with a package, in the words of the go command.
type goError struct{ Pos, Err string }

// lines returns the error without the headings and positions that are repeated, a line each.
func (e *goError) lines() []string {
	var out []string
	for line := range strings.SplitSeq(strings.TrimSpace(e.Err), "\n") {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		out = append(out, strings.TrimSpace(line))
	}
	if len(out) > 0 && e.Pos != "" && !strings.HasPrefix(out[0], e.Pos) {
		out[0] = e.Pos + ": " + out[0]
	}
	return out
}

// list returns the packages that are mended and all that they import, imports first.
func (m *mender) list() ([]*listed, error) {
	args := []string{"list", "-e", "-deps", "-export",
		"-json=ImportPath,Name,Dir,Export,Standard,Module,GoFiles,CgoFiles,IgnoredGoFiles,EmbedPatterns,Imports,ImportMap,Error"}
	args = append(append(args, m.flags...), "--")
	cmd := m.c.Command(m.ctx, append(args, m.paths...)...)
	cmd.Env = append(cmd.Env, m.env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || stdout.Len() == 0) {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	var out []*listed
	for dec := json.NewDecoder(&stdout); ; {
		p := new(listed)
		if err := dec.Decode(p); err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("output of go list: %w", err)
		}
		out = append(out, p)
	}
}
