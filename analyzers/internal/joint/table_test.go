//go:build truth

package joint

// This file is the table of TestJoint.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
)

// A program is one case. Its kind says which file of a dialect it goes into, and what
// it finds there:
//
//	tools         list: the tools of an agent, still none; payA and payB: two tools named
//	              "pay"; Tool: their type; q: a condition
//	edges         g, a Builder: a graph with the steps ask, pay and log, and a way from ask
//	              to log; EDGE: adds the edge from ask to pay; a, b, c: conditions
//	router        n: a number; next: the step after ask that the program chooses, of pay and log
//	instructions  nothing: it is the expression that is put into a model's instructions
//	answer        text: what a model answered; run: runs a command
//	session       nothing: it is the key whose text is logged; under "note" there is a secret
type program struct {
	name, kind string
	code       string
	helper     string // another file of the package
	module     string // the name of the module, "" for any with a dot
	want       func(*module.Package) (ok bool, got string)
}

const twoTools = "structure/undeclared-tool"

// lost are the findings of a router that returns what leads nowhere: a value that no
// edge has, or, where values are names, a step that does not exist.
var lost = []string{"structure/router-value", "structure/undeclared-node"}

var table = []program{{
	name: "one-of-two-tools", kind: "tools", want: clean(twoTools),
	code: `
	if q {
		list = append(list, payA)
	} else {
		list = append(list, payB)
	}`,
}, {
	name: "two-tools", kind: "tools", want: finds(twoTools),
	code: `
	if q {
		list = append(list, payA)
		list = append(list, payB)
	}`,
}, {
	// Both calls add if q holds.
	name: "two-tools-by-opposite-calls", kind: "tools", want: finds(twoTools),
	code: `
	list = add(list, payA, q, true)
	list = add(list, payB, !q, false)`,
	helper: `
func add(list []Tool, t Tool, on, want bool) []Tool {
	if on {
		if want {
			list = append(list, t)
		}
	} else {
		if !want {
			list = append(list, t)
		}
	}
	return list
}`,
}, {
	// Each call throws a coin of its own.
	name: "two-tools-by-a-helper", kind: "tools", want: finds(twoTools),
	code: `
	list = add(list, payA, payB)
	list = add(list, payA, payB)`,
	helper: random + `
func add(list []Tool, first, second Tool) []Tool {
	if random() {
		return append(list, first)
	}
	return append(list, second)
}`,
}, {
	name: "edge-if-not-else-if", kind: "edges", want: edge(conditional),
	code: `
	if a {
		if b {
			EDGE
		}
	} else if c {
		EDGE
	}`,
}, {
	name: "edge-either-way", kind: "edges", want: edge(unconditional),
	code: `
	if a {
		EDGE
	} else {
		EDGE
	}`,
}, {
	name: "edge-by-opposite-calls", kind: "edges", want: edge(conditional),
	code: `
	add(g, a, true)
	add(g, !a, false)`,
	helper: `
func add(g Builder, on, want bool) {
	if on {
		if want {
			EDGE
		}
	} else {
		if !want {
			EDGE
		}
	}
}`,
}, {
	name: "edge-by-a-helper", kind: "edges", want: edge(conditional),
	code: `
	add(g, true)
	add(g, false)`,
	helper: random + `
func add(g Builder, want bool) {
	if random() {
		if want {
			EDGE
		}
	} else {
		if !want {
			EDGE
		}
	}
}`,
}, {
	name: "router-with-a-default", kind: "router", want: clean(lost...),
	code: `
	next := pick(n, "")
	if next == "" {
		next = "log"
	}`,
	helper: pick,
}, {
	name: "router-with-a-replacement", kind: "router", want: clean(lost...),
	code: `
	next := pick(n, "lost")
	if next == "lost" {
		next = "log"
	}`,
	helper: pick,
}, {
	name: "router-to-nowhere", kind: "router", want: finds(lost...),
	code: `
	next := pick(n, "lost")`,
	helper: pick,
}, {
	name: "secret", kind: "instructions", want: finds("taint/secret"),
	code: `os.Getenv("API_KEY")`,
}, {
	name: "secret-in-a-module-without-a-dot", kind: "instructions", module: "text", want: finds("taint/secret"),
	code: `os.Getenv("API_KEY")`,
}, {
	name: "answer-is-a-command", kind: "answer", want: finds("taint/effect"),
	code: `run(text)`, helper: run,
}, {
	name: "answer-chooses-a-command", kind: "answer", want: clean("taint/effect"),
	code: `
	if text == "yes" {
		run("ls")
	}`,
	helper: run,
}, {
	name: "secret-in-the-session", kind: "session", want: finds("taint/secret"),
	code: `"note"`,
}, {
	name: "secret-beside-in-the-session", kind: "session", want: clean("taint/secret"),
	code: `"hint"`,
}}

// run runs a command.
const run = `
import "os/exec"

func run(command string) { _ = exec.Command("sh", "-c", command).Run() }
`

// random is a condition that is another one each time.
const random = `
import "math/rand"

func random() bool { return rand.Intn(2) == 0 }
`

// pick chooses one of the two steps, or none of them.
const pick = `
func pick(n int, none string) string {
	switch {
	case n > 9:
		return "pay"
	case n > 5:
		return "log"
	}
	return none
}`

// finds wants a finding of one of some rules.
func finds(rules ...string) func(*module.Package) (bool, string) {
	return func(p *module.Package) (bool, string) {
		return has(p, rules), "no finding of " + strings.Join(rules, " or ") + summary(p)
	}
}

// clean wants no finding of some rules.
func clean(rules ...string) func(*module.Package) (bool, string) {
	return func(p *module.Package) (bool, string) {
		return !has(p, rules), "a finding of " + strings.Join(rules, " or ") + summary(p)
	}
}

func has(p *module.Package, rules []string) bool {
	return slices.ContainsFunc(p.Findings, func(f report.Finding) bool { return slices.Contains(rules, f.Rule) })
}

// The states of an edge.
const (
	absent        = "absent"
	conditional   = "conditional"
	unconditional = "unconditional"
)

// edge wants the edge from ask to pay to be in a state.
func edge(want string) func(*module.Package) (bool, string) {
	return func(p *module.Package) (bool, string) {
		got := absent
		for _, w := range p.Program.AllWorkflows() {
			for i, e := range w.Edges {
				switch {
				case !strings.HasPrefix(w.Nodes[e.To].Name, "pay"):
				case len(e.Guard) == 0 && alone(w, i):
					got = unconditional
				case got == absent:
					got = conditional
				}
			}
		}
		return got == want, fmt.Sprintf("the edge is %s, want %s%s", got, want, summary(p))
	}
}

// alone reports whether the branch of an edge, if it has one, has no other.
func alone(w *graph.Workflow, i int) bool {
	for j, e := range w.Edges {
		if j != i && e.Branch != graph.None && e.Branch == w.Edges[i].Branch {
			return false
		}
	}
	return true
}

// summary prints what was found in a program.
func summary(p *module.Package) string {
	var b strings.Builder
	b.WriteString("; this was read:\n")
	p.Program.WriteText(&b, graph.PrintOptions{})
	for _, f := range p.Findings {
		fmt.Fprintf(&b, "%s: %s\n", f.Rule, f.Message)
	}
	return b.String()
}
