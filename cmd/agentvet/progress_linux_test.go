package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
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

	"github.com/agentvet/agentvet/cmd/agentvet/internal/load"
)

// waitingGo stands in for a go command that has served one package of three, whose vet tool reads
// another for a long time, and that goes on when somebody writes to the pipe.
const waitingGo = `#!/bin/sh
case "$*" in
env*) echo '{}'; exit ;;
*-deps*) printf 'unicode\nexample.com/b\nexample.com/a\n'; exit ;;
list*) echo '{"ImportPath": "example.com/a", "Name": "a", "GoFiles": ["a.go"]}'; exit ;;
esac
payload() {
	printf '{"%s": {"agentvet": [{"posn": "a.go:1:1", "message": "{\\"package\\": \\"%s\\", \\"program\\": {\\"workflows\\": []}}"}]}}\n' "$1" "$1"
}
payload unicode
[ -z "$AGENTVET_PROGRESS" ] || echo '1 example.com/b' >>"$AGENTVET_PROGRESS"
read -r line <"$PIPE"
payload example.com/b
payload example.com/a
`

// progressRun is a run of the program beside waitingGo.
type progressRun struct {
	cmd  *exec.Cmd
	pipe string
	out  bytes.Buffer
	tmp  string
}

func newProgressRun(t *testing.T, args ...string) *progressRun {
	t.Helper()
	dir, tmp := t.TempDir(), t.TempDir()
	r := &progressRun{pipe: filepath.Join(dir, "pipe"), cmd: exec.Command(binary, args...), tmp: tmp}
	err := errors.Join(
		os.WriteFile(filepath.Join(dir, "go"), []byte(waitingGo), 0o777),
		os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/a\n"), 0o666),
		syscall.Mkfifo(r.pipe, 0o666))
	if err != nil {
		t.Fatal(err)
	}
	r.cmd.Dir, r.cmd.Stdout = dir, &r.out
	r.cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "TMPDIR="+tmp, "PIPE="+r.pipe, "TERM=xterm")
	return r
}

// goOn lets the go command go on.
func (r *progressRun) goOn(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(r.pipe, []byte("\n"), 0); err != nil {
		t.Fatal(err)
	}
}

// TestProgress wants a run on a terminal to say how far it is and what is slow, in a line that is
// erased before anything else is written there, and nothing left of it.
func TestProgress(t *testing.T) {
	t.Parallel()
	terminal, side := pseudoTerminal(t)
	r := newProgressRun(t, "./...")
	r.cmd.Stderr = side
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	side.Close()
	if err := terminal.SetReadDeadline(time.Now().Add(time.Minute)); err != nil { // else a failure hangs
		t.Fatal(err)
	}
	in := bufio.NewReader(terminal)
	var seen strings.Builder
	const line = "\r\x1b[Kagentvet: 1 of 3 packages read; example.com/b has taken 17…"
	for !strings.Contains(seen.String(), line) {
		r, _, err := in.ReadRune()
		if err != nil {
			t.Fatalf("%v after %.300q", err, seen.String())
		}
		seen.WriteRune(r)
	}
	r.goOn(t)
	rest, err := io.ReadAll(in) // ends when nobody has the terminal open, with an error
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	if err := r.cmd.Wait(); err != nil {
		t.Error(err)
	}
	seen.Write(rest)
	shown, after := cutLast(seen.String(), "\r\x1b[K")
	if re := regexp.MustCompile(`^(\r\x1b\[K(agentvet: [^\r\n]*)?)+$`); !re.MatchString(shown) {
		t.Errorf("showed %.300q", shown)
	}
	if want := "agentvet: no agent, and nothing that could be one\r\n"; !strings.HasPrefix(after, want) || strings.Contains(after, "\x1b") {
		t.Errorf("said %.300q at last, want %q first", after, want)
	}
	if left, _ := os.ReadDir(r.tmp); r.out.Len() > 0 || len(left) > 0 {
		t.Errorf("printed %q, left %v", r.out.String(), left)
	}
}

// TestNoProgress wants no such line with -q, nor where standard error is no terminal.
func TestNoProgress(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		args     []string
		terminal bool
	}{
		{"quiet", []string{"-q", "./..."}, true},
		{"file", []string{"./..."}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			terminal, side := pseudoTerminal(t)
			if !test.terminal {
				file, err := os.Create(filepath.Join(t.TempDir(), "log"))
				if err != nil {
					t.Fatal(err)
				}
				terminal, side = file, file
			}
			r := newProgressRun(t, test.args...)
			r.cmd.Stderr = side
			if err := r.cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(progressAfter + 2*progressPeriod) // in which a line would come
			r.goOn(t)
			if err := r.cmd.Wait(); err != nil {
				t.Error(err)
			}
			if !test.terminal {
				if _, err := terminal.Seek(0, io.SeekStart); err != nil {
					t.Fatal(err)
				}
			} else {
				side.Close()
			}
			said, err := io.ReadAll(terminal)
			if err != nil && !errors.Is(err, syscall.EIO) {
				t.Fatal(err)
			}
			if bytes.Contains(said, []byte("packages")) || bytes.Contains(said, []byte("\x1b")) {
				t.Errorf("said %q", said)
			}
		})
	}
}

func TestProgressText(t *testing.T) {
	now := time.Unix(100, 0)
	for _, test := range []struct {
		state load.State
		want  string
	}{
		{load.State{}, "0 packages read"},
		{load.State{Done: 3, All: 1027}, "3 of 1027 packages read; the go command compiles what they import"},
		{load.State{Done: 3, All: 1027, Slow: "a/b", Since: now.Add(-time.Second)}, "3 of 1027 packages read"},
		{load.State{Done: 3, All: 1027, Slow: "a/b", Since: now.Add(-14 * time.Second)}, "3 of 1027 packages read; a/b has taken 14 s"},
		{load.State{Done: 5, All: 5, Module: "tools"}, "tools: 5 of 5 packages read"},
	} {
		if got := progress(test.state, now); got != test.want {
			t.Errorf("progress(%+v) = %q, want %q", test.state, got, test.want)
		}
	}
}

// pseudoTerminal returns the two sides of a terminal of 60 columns: what the program writes to
// side is read from terminal.
func pseudoTerminal(t *testing.T) (terminal, side *os.File) {
	t.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { terminal.Close() })
	fd := int(terminal.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	err = errors.Join(err,
		unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0), // unlocked
		unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 60}),
		syscall.SetNonblock(fd, true)) // Fd has made it blocking, and a read would have no deadline
	if err != nil {
		t.Fatal(err)
	}
	side, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { side.Close() })
	return terminal, side
}

func cutLast(s, sep string) (before, after string) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return "", s
	}
	return s[:i], s[i+len(sep):]
}
