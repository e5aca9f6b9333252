// Package t writes files, and runs some of them.
package t

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

func source() string { return "s" }

func written() {
	name := filepath.Join(os.TempDir(), "x.sh")
	os.WriteFile(name, []byte(source()), 0o700) // @Source(written)
	exec.Command("sh", name).Run()              // @Sink(written)
}

func program() {
	os.WriteFile("/tmp/x", []byte("#!/bin/sh\n"+source()), 0o700) // @Source(program)
	exec.Command("/tmp/x").Run()                                  // @Sink(program)
}

func data() {
	name := filepath.Join(os.TempDir(), "x.json")
	os.WriteFile(name, []byte(source()), 0o600)
	exec.Command("jq", ".", name).Run()
	exec.Command("python3", "fixed.py", name).Run()
	exec.Command("sh", "fixed.sh", name).Run()
	exec.Command("sh", filepath.Join(os.TempDir(), "y.sh")).Run()
}

func number() {
	os.WriteFile("/tmp/n.sh", []byte("exit "+strconv.Itoa(len(source()))), 0o700)
	exec.Command("sh", "/tmp/n.sh").Run()
}

func after() {
	exec.Command("sh", "/tmp/after.sh").Run()
	os.WriteFile("/tmp/after.sh", []byte(source()), 0o700)
}

func opened() {
	f, err := os.CreateTemp("", "x*.py")
	if err != nil {
		return
	}
	defer os.Remove(f.Name())
	f.WriteString(source()) // @Source(temp)
	f.Close()
	exec.Command("python3", "-u", f.Name()).Run() // @Sink(temp)
}

func printed() {
	f, _ := os.Create("/tmp/run.js")
	fmt.Fprintf(f, "run(%s)", source()) // @Source(printed)
	f.Close()
	exec.Command("node", "/tmp/run.js").Run() // @Sink(printed)
}

func buffered() {
	f, _ := os.OpenFile("/tmp/b.rb", os.O_CREATE|os.O_WRONLY, 0o600)
	w := bufio.NewWriter(f)
	w.WriteString(source()) // @Source(buffered)
	w.Flush()
	exec.Command("ruby", "/tmp/b.rb").Run() // @Sink(buffered)
}

func copied() {
	f, _ := os.Create("/tmp/c.pl")
	io.Copy(f, strings.NewReader(source())) // @Source(copied)
	exec.Command("perl", f.Name()).Run()    // @Sink(copied)
}

// A file beside: another one is run.
func beside() {
	f, _ := os.CreateTemp("", "in*")
	g, _ := os.CreateTemp("", "run*")
	f.WriteString(source())
	g.WriteString("cat")
	exec.Command("sh", g.Name(), f.Name()).Run()
}

// save returns the name of what it writes.
func save(text string) (name string, err error) {
	f, err := os.CreateTemp("", "x*")
	if err != nil {
		return "", err
	}
	defer f.Close()
	_, err = f.Write([]byte(text))
	return f.Name(), err
}

func saved() {
	name, err := save(source()) // @Source(saved)
	if err != nil {
		return
	}
	exec.Command("bash", name).Run() // @Sink(saved)
}

func put(name, text string) error { return os.WriteFile(name, []byte(text), 0o600) }

func run(ctx context.Context, name string) error {
	return exec.CommandContext(ctx, "php", name).Run() // @Sink(handed)
}

func handed(ctx context.Context) {
	name := filepath.Join(os.TempDir(), "x.php")
	put(name, source()) // @Source(handed)
	run(ctx, name)
}

// Programs that run what their folder has.
func folder() {
	dir, _ := os.MkdirTemp("", "x")
	os.WriteFile(filepath.Join(dir, "main.go"), []byte(source()), 0o600) // @Source(folder)
	c := exec.Command("go", "run", "main.go")                            // @Sink(folder)
	c.Dir = dir
	c.Run()
}

func interpreted() {
	dir, _ := os.MkdirTemp("", "x")
	os.WriteFile(filepath.Join(dir, "main.py"), []byte(source()), 0o600) // @Source(interpreted)
	c := exec.Command("python3", "main.py")                              // @Sink(interpreted)
	c.Dir = dir
	c.Run()
}

func built() {
	os.WriteFile("Makefile", []byte(source()), 0o600) // @Source(built)
	exec.Command("make").Run()                        // @Sink(built)
}

func otherFolder() {
	dir, _ := os.MkdirTemp("", "x")
	other, _ := os.MkdirTemp("", "y")
	os.WriteFile(filepath.Join(dir, "main.go"), []byte(source()), 0o600)
	os.WriteFile(filepath.Join(other, "notes.md"), []byte(source()), 0o600)
	c := exec.Command("go", "run", ".")
	c.Dir = other
	c.Run()
}
