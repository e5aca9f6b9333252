package ssaflow

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// soundRows tell the engine what the random programs use to mark data.
const soundRows = `
package main
source source data
flow   source
sink   sink test 1
flow   sink
`

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// How much is tested; ".ci/run all" asks for more.
var (
	programsFlag = flag.Int("programs", 10, "`number` of random programs to run")
	seedFlag     = flag.Uint64("seed", 7, "of random programs")
	factsFlag    = flag.String("facts", "graph", "`folder` of this module whose facts are measured")
)

// TestSound runs random programs and compares what arrived where with what the
// engine says can arrive. The flags -seed and
// -programs ask for others and more.
func TestSound(t *testing.T) {
	programs, seed := *programsFlag, *seedFlag
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 1))}
	w.WriteString(prelude)
	for n := range programs {
		w.program(n)
	}
	w.line("func main() {")
	for n := range programs {
		w.line("safe(p%d)", n)
	}
	w.line("}")
	dynamic := runProgram(t, w.String())
	static, _ := analyzed(t, w.String(), false)
	missed := 0
	for _, flow := range slices.Sorted(maps.Keys(dynamic)) {
		if !static[flow] {
			missed++
			t.Errorf("seed %d: missed source %d to sink %d", seed, flow/10000, flow%10000)
		}
	}
	extra := 0
	for flow := range static {
		if !dynamic[flow] {
			extra++
		}
	}
	t.Logf("%d programs, %d sources, %d sinks: %d flows happened, %d missed, %d more reported", programs, w.sources, w.sinks, len(dynamic), missed, extra)
	if len(dynamic) < programs {
		t.Errorf("only %d flows happened", len(dynamic))
	}
}

// number returns what an environment variable says, or a default.
// runProgram returns the flows that happen: source*10000 + sink.
func runProgram(t *testing.T, text string) map[int]bool {
	t.Helper()
	name := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", name).Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			t.Logf("%s", exit.Stderr)
		}
		t.Fatal(err)
	}
	mark := regexp.MustCompile(`<(\d{4})>`)
	flows := make(map[int]bool)
	for _, line := range strings.Split(string(out), "\n") {
		marks := mark.FindAllStringSubmatch(line, -1)
		for n := 1; n < len(marks); n++ {
			source, _ := strconv.Atoi(marks[n][1])
			sink, _ := strconv.Atoi(marks[0][1])
			flows[source*10000+sink] = true
		}
	}
	return flows
}

// outside is a function that the engine is to know nothing of.
var outside = regexp.MustCompile(`(?m)^(func .*?) \{.*\} // outside$`)

// analyzed returns the flows that the engine reports.
func analyzed(t *testing.T, text string, implicit bool) (flows, sure map[int]bool) {
	t.Helper()
	l := newLoader(testTable(t, soundRows))
	l.implicit = implicit
	if _, err := l.source("main", outside.ReplaceAllString(text, "$1")); err != nil {
		t.Fatal(err)
	}
	if len(l.res.Unread) > 0 {
		t.Errorf("unread: %v", l.res.Unread)
	}
	// The number of a source or sink stands where it is called.
	lines := strings.Split(text, "\n")
	marked := func(line, col int) int {
		var n int
		at := lines[line-1][col-1:]
		fmt.Sscanf(strings.TrimPrefix(at, "("), "%d", &n)
		return n
	}
	flows, sure = make(map[int]bool), make(map[int]bool)
	for _, f := range l.flows {
		n := marked(f.Source.Pos.Line, f.Source.Pos.Col)*10000 + marked(f.Sink.Pos.Line, f.Sink.Pos.Col)
		flows[n] = true
		if f.IsSure() {
			sure[n] = true
		}
	}
	return flows, sure
}

// TestShared: where calls of a function share what is known of it, as in functions that are too large for more, nothing is
// missed, and what is said to be sure is a flow where each call is by itself.
func TestShared(t *testing.T) {
	seed := *seedFlag
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 3))}
	w.WriteString(prelude)
	w.line("func main() {")
	for n := range *programsFlag {
		w.line("safe(p%d)", n)
	}
	w.line("}")
	for n := range *programsFlag {
		w.program(n)
	}
	dynamic := runProgram(t, w.String())
	apart, _ := analyzed(t, w.String(), false)
	before, beforeFlows := details, flowDetails
	defer func() { details, flowDetails = before, beforeFlows }()
	details = []detail{{fields: maxFields, steps: maxSteps, shared: true, copied: 50_000, kept: 5_000}}
	flowDetails = details
	shared, sure := analyzed(t, w.String(), false)
	for _, flow := range slices.Sorted(maps.Keys(dynamic)) {
		if !shared[flow] {
			t.Errorf("seed %d: missed source %d to sink %d", seed, flow/10000, flow%10000)
		}
	}
	mixed := 0
	for _, flow := range slices.Sorted(maps.Keys(shared)) {
		if !apart[flow] {
			mixed++
		}
		if sure[flow] && !apart[flow] {
			t.Errorf("seed %d: source %d to sink %d is said to be sure", seed, flow/10000, flow%10000)
		}
	}
	t.Logf("%d flows happened, %d are found with calls apart, %d where they are shared, %d of them sure", len(dynamic), len(apart), len(shared), len(sure))
	if mixed == 0 || len(sure) == 0 {
		t.Error("the test is no good")
	}
}
