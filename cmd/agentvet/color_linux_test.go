package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// stuckGraph has one finding, and a name that a terminal would obey, as its file has.
const stuckFile, stuckGraph = "\u009b1mdesk.json", `{"name": "desk", "entry_id": "a", "exit_ids": ["c"],
 "nodes": [{"id": "a", "kind": "entry"}, {"id": "\u009b31mstuck", "kind": "passthrough"}, {"id": "c", "kind": "exit"}],
 "edges": [{"source": "a", "target": "c"}, {"source": "a", "target": "\u009b31mstuck"}]}
`

const (
	stuckPlain = `\u009b1mdesk.json:2:42: structure/dead-end: step "\u009b31mstuck" has no successor and is no exit
    \u009b1mdesk.json:2:12: the run starts at "a"
    \u009b1mdesk.json:3:44: then "\u009b31mstuck"
`
	stuckFits = `\u009b1mdesk.json:2:42: structure/dead-end (high): step
  "\u009b31mstuck" has no successor and is no exit
    \u009b1mdesk.json:2:12: the run starts at "a"
    \u009b1mdesk.json:3:44: then "\u009b31mstuck"
`
	stuckWide = `\u009b1mdesk.json:2:42: structure/dead-end (high): step "\u009b31mstuck" has no successor and is no exit
    \u009b1mdesk.json:2:12: the run starts at "a"
    \u009b1mdesk.json:3:44: then "\u009b31mstuck"
`
)

// TestColor wants findings on a terminal in colour, with severities and in lines that fit, and everywhere else as
// they ever were.
func TestColor(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		columns uint16 // of a terminal, 0 for a pipe
		env     []string
		args    []string
		want    string
		colours bool
	}{
		{"terminal", 60, nil, nil, stuckFits, true},
		{"narrow", 39, nil, nil, stuckWide, true},
		{"unset", 60, []string{"NO_COLOR="}, nil, stuckFits, true},
		{"no color", 60, []string{"NO_COLOR=1"}, nil, stuckFits, false},
		{"all the same", 60, []string{"NO_COLOR=1"}, []string{"-color", "always"}, stuckFits, true},
		{"never", 60, nil, []string{"-color", "never"}, stuckFits, false},
		{"named", 60, nil, []string{"-o", "-"}, stuckFits, true},
		{"dumb", 60, []string{"TERM=dumb"}, nil, stuckPlain, false},
		{"dumb, always", 60, []string{"TERM=dumb"}, []string{"-color=always"}, stuckWide, true},
		{"pipe", 0, nil, nil, stuckPlain, false},
		{"pipe, always", 0, nil, []string{"-color", "always"}, stuckWide, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, stuckFile), []byte(stuckGraph), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(binary, append([]string{"verify", "-policy", "none", "-workflow", stuckFile}, test.args...)...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), append([]string{"TERM=xterm", "NO_COLOR="}, test.env...)...)
			got := strings.ReplaceAll(outputOn(t, cmd, test.columns), "\r\n", "\n")
			if colours := strings.Contains(got, "\x1b[1;31mhigh\x1b[0m"); colours != test.colours || !colours && strings.Contains(got, "\x1b") {
				t.Errorf("printed %q", got)
			}
			if strings.Contains(got, "\u009b") {
				t.Errorf("a name is obeyed in %q", got)
			}
			if plain := withoutStyles(got); plain != test.want {
				t.Errorf("printed\n%s\nwant\n%s", plain, test.want)
			}
		})
	}
}

// outputOn runs a command whose standard output is a terminal of so many columns, or a pipe.
func outputOn(t *testing.T, cmd *exec.Cmd, columns uint16) string {
	t.Helper()
	failed := func(err error) bool { return err != nil && cmd.ProcessState.ExitCode() != exitFindings }
	if columns == 0 {
		out, err := cmd.Output()
		if failed(err) {
			t.Fatal(err)
		}
		return string(out)
	}
	terminal, side := pseudoTerminal(t)
	size := &unix.Winsize{Row: 24, Col: columns}
	if err := errors.Join(unix.IoctlSetWinsize(int(side.Fd()), unix.TIOCSWINSZ, size), terminal.SetReadDeadline(time.Now().Add(time.Minute))); err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = side
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	side.Close()
	out, err := io.ReadAll(terminal)
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	if err := cmd.Wait(); failed(err) {
		t.Fatal(err)
	}
	return string(out)
}

// withoutStyles removes the sequences that set styles.
func withoutStyles(text string) string {
	return regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(text, "")
}
