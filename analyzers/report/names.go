package report

// This file words problems with names: what is used and declared nowhere, or
// declared twice.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/internal/spell"
)

func undeclaredNode(p *check.UndeclaredNode, f *Finding) {
	w := p.Workflow
	var at []graph.Pos
	for i, j := range p.Jumps {
		jump := &w.Jumps[j]
		at = append(at, jump.Pos)
		if i == 0 {
			source := jump.Source
			if jump.From != graph.None {
				source = w.Nodes[jump.From].Name
			}
			f.Subject = source + " -> " + jump.Target
		}
		f.Witness = append(f.Witness, Step{Pos: jump.Pos, Text: fmt.Sprintf("%q is named here", p.Name)})
	}
	f.Fix = misspelt(p.Name, nodeNames(w), at...)
	f.Witness = append(f.Witness, meant(w, p.Name))
	f.Message = fmt.Sprintf("no step is called %q%s", p.Name, spell.DidYouMean(p.Name, nodeNames(w)))
}

func unknownInterrupt(p *check.UnknownInterrupt, f *Finding) {
	w := p.Workflow
	var at []graph.Pos
	for _, i := range p.Interrupts {
		stop := &w.Interrupts[i]
		at = append(at, stop.Pos)
		f.Witness = append(f.Witness, Step{Pos: stop.Pos, Text: fmt.Sprintf("an interrupt %s %q is asked for here", side(stop), p.Name)})
	}
	f.Fix = misspelt(p.Name, nodeNames(w), at...)
	f.Witness = append(f.Witness, meant(w, p.Name))
	f.Subject = p.Name
	f.Message = fmt.Sprintf("the run never stops %s %q: no step is called that%s", side(&w.Interrupts[p.Interrupts[0]]), p.Name, spell.DidYouMean(p.Name, nodeNames(w)))
}

func side(x *graph.Interrupt) string {
	if x.After {
		return "after"
	}
	return "before"
}

// meant returns a step for a name that no step of w has: the declaration of the
// step that was probably meant, or else the names that there are. It is no step
// of a run, so it names no node.
func meant(w *graph.Workflow, name string) Step {
	names := nodeNames(w)
	near := spell.Nearest(name, names)
	if near == "" {
		return Step{Pos: w.Pos, Text: "the workflow that is made here has " + stepList(w)}
	}
	if n := &w.Nodes[slices.Index(names, near)]; n.Pos.IsValid() {
		return Step{Pos: n.Pos, Text: fmt.Sprintf("step %q, the nearest name, is declared here", near)}
	}
	return Step{Pos: w.Pos, Text: fmt.Sprintf("the nearest name in the workflow that is made here is %q", near)}
}

// stepList returns the names of the steps of w in words, the first few of many.
func stepList(w *graph.Workflow) string {
	const most = 8
	var names []string
	for i := range w.Nodes {
		if kind := w.Nodes[i].Kind; kind != graph.KindEntry && kind != graph.KindExit {
			names = append(names, fmt.Sprintf("%q", w.Nodes[i].Name))
		}
	}
	text := plural(len(names), "step")
	if len(names) == 0 {
		return text
	}
	more := ""
	if len(names) > most {
		names, more = names[:most], ", …"
	}
	return text + ": " + strings.Join(names, ", ") + more
}

func sameName(p *check.SameName, f *Finding) {
	f.Message = fmt.Sprintf("%d tools of %q are called %q", len(p.Tools), f.Subject, p.Name)
	if !slices.ContainsFunc(p.Tools, func(t *graph.Tool) bool { return t != p.Tools[0] }) {
		f.Message = fmt.Sprintf("tool %q is given to %q %d times", p.Name, f.Subject, len(p.Tools))
	}
	f.Waits = p.Workflow.Framework == graph.NoFramework // one may take the place of another one on purpose, as in a map
	f.Witness = append(f.Witness, toolSteps(p.Tools)...)
}

func replacedTool(p *check.ReplacedTool, f *Finding) {
	f.Subject = p.Server.Name
	f.Message = fmt.Sprintf("2 tools of server %q are called %q; only one of them is offered", f.Subject, p.By.Name)
	f.Witness = append(f.Witness, toolSteps([]*graph.Tool{p.Tool, p.By})...)
}

func unhandledTools(p *check.UnhandledTools, f *Finding) {
	f.Subject, f.Waits = p.Agent.Name, true
	f.Message = fmt.Sprintf("%s of %q is told of %s, which nothing runs", listener(p.Agent), f.Subject, tools(p.Tools))
	f.Witness = append(f.Witness, dispatchStep(p.Agent))
	for _, t := range p.Tools {
		f.Witness = append(f.Witness, Step{Pos: t.Pos, Text: fmt.Sprintf("tool %q is offered here", t.Name)})
	}
}

func untoldTools(p *check.UntoldTools, f *Finding) {
	f.Subject, f.Waits = p.Agent.Name, true
	f.Message = fmt.Sprintf("%q runs %s, of which %s is not told", f.Subject, tools(p.Tools), listener(p.Agent))
	f.Witness = append(f.Witness, dispatchStep(p.Agent))
	for _, t := range p.Tools {
		f.Witness = append(f.Witness, Step{Pos: t.Pos, Text: fmt.Sprintf("tool %q"+toolCode, t.Name)})
	}
}

// listener names who calls the tools of an agent.
func listener(a *graph.Agent) string {
	if a.Kind == graph.AgentServer {
		return "the client"
	}
	return "the model"
}

func dispatchStep(a *graph.Agent) Step {
	return Step{Pos: a.Pos, Text: fmt.Sprintf("the calls of %s are run here", listener(a))}
}

func notBound(p *check.NotBound, f *Finding) {
	f.Message = fmt.Sprintf("the model in %q is offered %s, which no step can run", f.Subject, tools(p.Tools))
	for _, n := range p.Dispatchers {
		node := &p.Workflow.Nodes[n]
		f.Witness = append(f.Witness, Step{Pos: node.Pos, Text: fmt.Sprintf("%q runs the calls of the model", node.Name), Node: node.Name})
	}
	f.Witness = append(f.Witness, toolSteps(p.Tools)...)
}
