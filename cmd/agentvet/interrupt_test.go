//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// slowGo stands in for a go command that has started something slow, which ignores SIGINT as
// what a shell starts in the background does. Whoever opens the pipe for reading sees its end
// when all of them have ended.
const slowGo = `#!/bin/sh
trap 'rm -f "$TMPDIR/work"; exit 1' INT
case $1 in
env) echo '{}'; exit ;;
list) echo '{"ImportPath": "example.com/a", "Name": "a", "GoFiles": ["a.go"]}'; exit ;;
esac
touch "$TMPDIR/work"
exec 3>"$PIPE"
sh -c 'sleep 1000' &
echo started >&3
wait
`

// TestInterrupt wants a signal to end the run and all that it has started, with one line,
// and nothing left of it, whatever runs.
func TestInterrupt(t *testing.T) {
	for _, test := range []struct {
		args string
		sig  syscall.Signal
	}{
		{"./...", syscall.SIGINT},
		{"./...", syscall.SIGTERM},
		{"./...", syscall.SIGHUP},
		{"-fix ./...", syscall.SIGTERM},
		{"-modules", syscall.SIGTERM},
		{"-json -o out.json ./...", syscall.SIGINT},
		{"report -o page.html ./...", syscall.SIGTERM},
		{"tools -o tools.json ./...", syscall.SIGTERM},
		{"baseline ./...", syscall.SIGTERM},
		{"init ./...", syscall.SIGTERM},
		{"bom -o bom.json ./...", syscall.SIGTERM},
		{"gopls -version v0.23.0 -source . -o gopls", syscall.SIGTERM},
	} {
		t.Run(test.args+" "+test.sig.String(), func(t *testing.T) {
			if signal.Ignored(test.sig) {
				t.Skip("the tests are to survive it, and so is agentvet")
			}
			t.Parallel()
			interruptWith(t, test.sig, strings.Fields(test.args)...)
		})
	}
}

func interruptWith(t *testing.T, sig syscall.Signal, args ...string) {
	dir, tmp := t.TempDir(), t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	err := errors.Join(
		os.WriteFile(filepath.Join(dir, "go"), []byte(slowGo), 0o777),
		os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/a\n"), 0o666),
		syscall.Mkfifo(pipe, 0o666))
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "TMPDIR="+tmp, "PIPE="+pipe)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	alive, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close()
	if err := alive.SetReadDeadline(time.Now().Add(time.Minute)); err != nil { // else a failure hangs
		t.Fatal(err)
	}
	started := bufio.NewReader(alive)
	for { // there is no writer yet: the pipe is at its end
		line, err := started.ReadString('\n')
		if line == "started\n" {
			break
		}
		if err != nil && err != io.EOF {
			t.Fatalf("%v\n%s", err, stderr.Bytes())
		}
	}
	if err := cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(started); err != nil {
		t.Errorf("what agentvet has started goes on: %v", err)
	}
	err = cmd.Wait()
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != exitUndecided {
		t.Errorf("ended with %v, want exit code %d", err, exitUndecided)
	}
	got := strings.TrimPrefix(stderr.String(), "agentvet: building gopls v0.23.0 with agentvet\n")
	if want := "agentvet: interrupted\n"; got != want || stdout.Len() > 0 {
		t.Errorf("said %q and %q, want %q", stdout.String(), got, want)
	}
	if left, _ := os.ReadDir(tmp); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	if files, _ := os.ReadDir(dir); len(files) != 3 {
		t.Errorf("there are %v", files)
	}
}
