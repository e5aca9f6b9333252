//go:build truth

package main

// This file shares results between machines, as teams do whose go command asks a cache program.

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// cacheProgram is a cache program and its server.
const cacheProgram = "github.com/bradfitz/go-tool-cache/cmd/%s@v0.0.0-20260722201841-0bb331e19f64"

// TestCacheProgram analyses a program on a machine that knows nothing, and then on another one
// that shares nothing with it but the server of a cache program: there, nothing is compiled and
// nothing is analysed, and the answer is the same.
func TestCacheProgram(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("GOBIN", bin)
	for _, name := range []string{"go-cacher", "go-cacher-server"} {
		mustRun(t, bin, "go", "install", fmt.Sprintf(cacheProgram, name))
	}
	at := startServer(t, filepath.Join(bin, "go-cacher-server"))
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "analyzers", "golangci", "testdata", "desk"))); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "go.mod"), "module example.com/desk\n\ngo 1.25\n\nrequire github.com/cloudwego/eino v0.0.0\n\n"+
		"replace github.com/cloudwego/eino => "+filepath.Join(root, "testdata", "stubs", "eino")+"\n")
	// What ran of the tools of the go command, and what agentvet said.
	machine := func() (ran int, said string) {
		t.Helper()
		t.Setenv("GOCACHEPROG", fmt.Sprintf("%s -cache-dir %s -cache-server http://%s", filepath.Join(bin, "go-cacher"), t.TempDir(), at))
		cmd := exec.Command("go", "vet", "-x", "-vettool="+binary, "-json", "./...")
		cmd.Dir = dir
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, stderr.Bytes())
		}
		ran = strings.Count(stderr.String(), string(filepath.Separator)+"compile ") + strings.Count(stderr.String(), "vet.cfg")
		cmd = exec.Command(binary, "./...")
		cmd.Dir = dir
		text, err := cmd.Output()
		if cmd.ProcessState.ExitCode() != exitFindings {
			t.Fatalf("agentvet: %v\n%s", err, text)
		}
		return ran, string(out) + string(text)
	}
	ran, said := machine()
	if ran == 0 || !strings.Contains(said, "structure/dead-end") {
		t.Errorf("the first machine runs %d tools and says\n%s", ran, said)
	}
	again, same := machine()
	if again > 0 {
		t.Errorf("the second machine runs %d tools, the first %d", again, ran)
	}
	if said != same {
		t.Errorf("the second machine says\n%s\nthe first\n%s", same, said)
	}
}

// mustRun returns what a program prints that must end well.
func mustRun(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", cmd, err, out, stderr.Bytes())
	}
	return string(out)
}

// startServer starts a cache server and returns its address.
func startServer(t *testing.T, program string) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := free.Addr().String()
	free.Close()
	cmd := exec.Command(program, "-cache-dir", t.TempDir(), "-listen", at)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	for range 100 {
		if conn, err := net.Dial("tcp", at); err == nil {
			conn.Close()
			return at
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the cache server does not answer")
	return ""
}
