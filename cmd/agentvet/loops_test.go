//go:build truth

package main

// This file compares what agentvet reads of real programs without a framework with
// what they do: testdata/loops/truth, a table a program. See docs/measured.md.

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/internal/golden"
)

// heldOut also runs the programs that nobody looks at while agentvet is written.
var heldOut = flag.Bool("heldout", false, "measure the held-out programs of testdata/loops too")

// loopsFloor says what agentvet finds of each program today.
var loopsFloor = filepath.Join("testdata", "loops.txt")

// TestLoops runs agentvet on the programs whose sources can be had: from the Go
// module proxy, or from the directory that AGENTVET_LOOPS names, which has a
// checkout OWNER+NAME for each. It never gets worse than loops.txt says.
func TestLoops(t *testing.T) {
	floor := readLoopScores(t)
	got := make(map[string]loopScore)
	for _, p := range loopPrograms(t) {
		t.Run(strings.ReplaceAll(p.Program, "/", "+"), func(t *testing.T) {
			if p.Half != "development" && !*heldOut {
				t.Skip("held out")
			}
			dir, err := p.checkout()
			if err != nil {
				t.Skip("not measured: ", err)
			}
			score := p.compare(t, dir)
			got[p.Program] = score
			t.Logf("%s: %s", p.Program, score)
			if p.Half != "development" || golden.Updating() {
				return
			}
			if want, ok := floor[p.Program]; !ok || score != want {
				t.Errorf("got %s\nloops.txt has %s; -update", score, want)
			}
		})
	}
	if golden.Updating() {
		writeLoopScores(t, floor, got)
	}
	t.Logf("\n%s", loopTable(got))
}

// A loopProgram is one table of testdata/loops/truth: positions are FILE:LINE.
type loopProgram struct {
	Program, Commit, Half, Module, Version string

	Packages []string
	Loops    []struct {
		At       []string // the loop, the question, the call of a handler
		Bound    int      // how often the model is asked at most, 0 for no limit
		Optional bool     // no way of starting the program leads there
	}
	Tools []struct {
		Name            string
		Handlers        []string
		Gate, Sometimes string // where a person is asked: before every call, or not always
	}
	Dynamic string // where tools are made whose names only a run knows
}

func loopPrograms(t *testing.T) []*loopProgram {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "loops", "truth", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	var list []*loopProgram
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := &loopProgram{Packages: []string{"./..."}}
		if err := json.Unmarshal(data, p); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list = append(list, p)
	}
	return list
}

// checkout returns the directory with the program at its commit.
func (p *loopProgram) checkout() (string, error) {
	if p.Module != "" {
		out, err := exec.Command("go", "mod", "download", "-json", p.Module+"@"+p.Version).Output()
		var module struct{ Dir string }
		if err == nil && json.Unmarshal(out, &module) == nil && module.Dir != "" {
			return module.Dir, nil
		}
	}
	root := os.Getenv("AGENTVET_LOOPS")
	if root == "" {
		return "", errors.New("AGENTVET_LOOPS names no directory with checkouts")
	}
	dir := filepath.Join(root, strings.ReplaceAll(p.Program, "/", "+"))
	out, err := exec.Command("git", "-C", dir, "rev-parse", "HEAD").Output()
	if err != nil {
		return "", fmt.Errorf("no checkout in %s", dir)
	}
	if at := strings.TrimSpace(string(out)); at != p.Commit {
		return "", fmt.Errorf("%s is at %s, not at %s", dir, at, p.Commit)
	}
	return filepath.EvalSymlinks(dir)
}

// A readProgram is what agentvet says, as far as it is compared.
type readProgram struct {
	Agents []struct {
		Name, Kind, Position string
		Bound                any
		Tools                []string
		Unknowns             []readUnknown
	}
	Workflows []struct{ Unknowns []readUnknown }
	Tools     []struct {
		Name, Handler, Position string
		Gate                    *struct{ Kind string }
	}
	Unknowns []readUnknown
}

type readUnknown struct{ What, Reason, Position string }

// unknowns returns the places that agentvet says it did not understand.
func (r *readProgram) unknowns() []string {
	all := slices.Clone(r.Unknowns)
	for _, a := range r.Agents {
		all = append(all, a.Unknowns...)
	}
	for _, w := range r.Workflows {
		all = append(all, w.Unknowns...)
	}
	var places []string
	for _, u := range all {
		places = append(places, u.Position)
	}
	return places
}

// read runs agentvet over the program: what it extracts, and the places of the
// findings that say unknown.
func (p *loopProgram) read(t *testing.T, dir string) (*readProgram, []string) {
	run := func(args ...string) []byte {
		cmd := exec.Command(binary, append(append([]string{"-C", dir}, args...), p.Packages...)...)
		cmd.Env = append(os.Environ(), "GOFLAGS=")
		out, err := cmd.Output()
		if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return out
	}
	r := new(readProgram)
	if err := json.Unmarshal(run("graph", "-format", "json"), r); err != nil {
		t.Fatalf("agentvet graph: %v", err)
	}
	var report struct {
		Findings []struct{ Verdict, Position string }
	}
	if err := json.Unmarshal(run("-strict", "-format", "json"), &report); err != nil {
		t.Fatalf("agentvet: %v", err)
	}
	places := r.unknowns()
	for _, f := range report.Findings {
		if f.Verdict == "unknown" {
			places = append(places, f.Position)
		}
	}
	return r, places
}
