package report

// This file words what changes of agents and tools.

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/graph/change"
	"github.com/agentvet/agentvet/graph/verdict"
)

// Change says in one line what changes.
func Change(c change.Change) string {
	perhaps := ""
	if c.Perhaps {
		perhaps = "perhaps "
	}
	switch c.Kind {
	case change.Agent:
		return fmt.Sprintf("agent %q %s", c.Name, comes(c))
	case change.Holds:
		return fmt.Sprintf("agent %q %s %s", c.Name, has(c), toolCalled(c.Of))
	case change.Delegates:
		return fmt.Sprintf("agent %q %s %q", c.Name, changed(c, "delegates to", "no longer delegates to", ""), c.Of)
	case change.Tool:
		return toolCalled(cmp.Or(c.New, c.Old)) + " " + comes(c) + does(c)
	case change.Capability:
		if c.Effect == change.Takes {
			return fmt.Sprintf("the code of tool %q %sno longer needs %s", c.Name, perhaps, c.Of)
		}
		return fmt.Sprintf("the code of tool %q %sneeds %s: it %s", c.Name, perhaps, c.Of, authority.Means(c.Of))
	case change.Declares:
		return fmt.Sprintf("tool %q %s %s", c.Name, changed(c, "declares", "no longer declares", ""), c.Of)
	case change.Gate:
		return fmt.Sprintf("the confirmation before tool %q %s", c.Name, fromTo(c, "none"))
	case change.Hint:
		return fmt.Sprintf("what tool %q says of itself: %s %s", c.Name, c.Of, fromTo(c, "not given"))
	case change.Description:
		return fmt.Sprintf("the description of tool %q %s", c.Name, fromTo(quoted(c), noText))
	case change.Title:
		return fmt.Sprintf("the title of tool %q %s", c.Name, fromTo(quoted(c), noText))
	case change.ArgumentText:
		return fmt.Sprintf("the description of argument %q of tool %q %s", c.Of, c.Name, fromTo(quoted(c), "none"))
	case change.ArgumentSchema:
		return fmt.Sprintf("what else is said of argument %q of tool %q %s", c.Of, c.Name, fromTo(c, "nothing"))
	case change.Output:
		return fmt.Sprintf("field %q of what tool %q says that it returns %s", c.Of, c.Name, changed(c, "is new: "+c.New, "is gone", "was "+c.Old+" and is "+c.New))
	case change.Instructions:
		return fmt.Sprintf("the instructions of %s %s", serverCalled(c.Name), changed(quoted(c), "are new: "+quoted(c).New, "are gone: they were "+quoted(c).Old, "were "+quoted(c).Old+" and are "+quoted(c).New))
	case change.Argument:
		return fmt.Sprintf("argument %q of tool %q %s", c.Of, c.Name, changed(c, "is new: "+c.New, "is gone", "was "+c.Old+" and is "+c.New))
	case change.Sink, change.Source, change.Bound, change.Confinement, change.Event:
		return annotationChange(c)
	case change.Open:
		who := "the program"
		if c.Name != "" {
			who = fmt.Sprintf("agent %q", c.Name)
		}
		return fmt.Sprintf("%s %s tools that are not known, because %s", who, changed(c, "may have", "no longer has", ""), c.Of)
	}
	panic("report: internal error: no words for a change of kind " + c.Kind.String())
}

// annotationChange says what a program newly says of the data of a tool.
func annotationChange(c change.Change) string {
	of := "what"
	if c.Of != "" {
		of = fmt.Sprintf("%q of what", c.Of)
	}
	switch c.Kind {
	case change.Sink:
		return fmt.Sprintf("what must not reach argument %q of tool %q %s", c.Of, c.Name, fromTo(quoted(c), "nothing"))
	case change.Source:
		return fmt.Sprintf("the labels of %s tool %q returns: they were %s and are %s", of, c.Name, cmp.Or(c.Old, "none"), cmp.Or(c.New, "none"))
	case change.Event:
		return fmt.Sprintf("what a call of tool %q also counts as %s", c.Name, fromTo(c, "nothing"))
	case change.Bound:
		return fmt.Sprintf("the bound of %q of tool %q %s", c.Of, c.Name, fromTo(quoted(c), "none"))
	}
	return fmt.Sprintf("what %q of tool %q is confined to %s", c.Of, c.Name, fromTo(c, "nothing"))
}

// changed chooses between words for what is new, gone and different.
func changed(c change.Change, is, was, differs string) string {
	switch {
	case c.Old == "":
		return is
	case c.New == "":
		return was
	}
	return differs
}

func comes(c change.Change) string { return changed(c, "is new", "is gone", "") }

func has(c change.Change) string { return changed(c, "has", "no longer has", "") }

// toolCalled names a tool as package change does.
func toolCalled(name string) string {
	if why, ok := strings.CutPrefix(name, "? "); ok {
		return "a tool whose name is not known, because " + why + ","
	}
	return fmt.Sprintf("tool %q", name)
}

// noText stands for a text that is left out, or computed: what it is then is not known.
const noText = "no constant text"

// fromTo says what something was and what it is; none stands for nothing.
func fromTo(c change.Change, none string) string {
	return fmt.Sprintf("was %s and is %s", cmp.Or(c.Old, none), cmp.Or(c.New, none))
}

// quoted puts quotes around what a change is from and to.
func quoted(c change.Change) change.Change {
	for _, text := range []*string{&c.Old, &c.New} {
		if *text != "" {
			*text = fmt.Sprintf("%q", *text)
		}
	}
	return c
}

// does says what a new tool may do.
func does(c change.Change) string {
	if c.New == "" {
		return ""
	}
	var names []string
	for _, n := range c.Tool.Needs {
		switch {
		case authority.Minor(n.Capability):
		case n.Maybe || n.Capability == authority.Unknown:
			names = append(names, "perhaps "+n.Capability)
		default:
			names = append(names, n.Capability)
		}
	}
	text := ""
	if len(names) > 0 {
		text = "; its code needs " + list(names)
	}
	if c.Tool.Gated() {
		text += "; a human is asked before it"
	}
	return text
}

// An Inventory is a record of tools, and where it says so that there is one.
type Inventory struct {
	File  string    // as the user calls it
	Pos   graph.Pos // in the policy file
	Older bool      // see graph.Program.Older
}

// Drift says that a tool is not as an inventory has it: changes are all that there is of it.
func Drift(in Inventory, changes []change.Change) *Finding {
	c := changes[0]
	f := newFinding(rules.Drift, c.Pos, "")
	f.Subject = c.Name
	recorded := Step{Pos: in.Pos, Text: in.File + " records the tools"}
	if c.Kind == change.Tool {
		f.Message = fmt.Sprintf("tool %q is not in %s", c.Name, in.File)
		if c.Perhaps {
			f.Verdict = verdict.Unknown
			f.Message = fmt.Sprintf("%s is perhaps not in %s", strings.TrimSuffix(toolCalled(c.New), ","), in.File)
		}
		f.Witness = []Step{recorded, {Pos: c.Pos, Text: "and has none of that name, which is made here"}}
		return f
	}
	var what []string
	f.Witness = []Step{recorded}
	for _, c := range changes {
		f.Witness = append(f.Witness, Step{Pos: c.Pos, Text: Change(c)})
		what = append(what, aspects[c.Kind])
	}
	f.Pos = c.Tool.Pos
	verb := "differ"
	if what = once(what); len(what) == 1 && c.Kind != change.Argument && c.Kind != change.Hint {
		verb = "differs"
	}
	f.Message = fmt.Sprintf("tool %q is not what %s records: %s %s", c.Name, in.File, and(what), verb)
	return f
}

// InstructionsDrift says that a server tells models what an inventory does not have.
func InstructionsDrift(in Inventory, c change.Change) *Finding {
	f := newFinding(rules.Drift, c.Pos, "")
	f.Subject = c.Name
	f.Message = fmt.Sprintf("the instructions of %s are not what %s records", serverCalled(c.Name), in.File)
	f.Witness = []Step{{Pos: in.Pos, Text: in.File + " records the instructions of servers"}, {Pos: c.Pos, Text: Change(c)}}
	return f
}

func serverCalled(name string) string {
	if name == "" {
		return "a server whose name is not known"
	}
	return fmt.Sprintf("server %q", name)
}

// OlderInventory says that an inventory has an older form, so that a part of what tools say is not compared with it.
func OlderInventory(in Inventory) *Finding {
	f := newFinding(rules.Drift, cmp.Or(in.Pos, graph.Pos{File: in.File, Line: 1, Col: 1}), "")
	f.Subject, f.Verdict = in.File, verdict.Unknown
	f.Message = OlderForm(in.File)
	return f
}

// OlderForm says of a file of an older form what is not compared with it.
func OlderForm(file string) string {
	return file + " was written by an older version of agentvet: titles, instructions of servers, results, and what is said of arguments beside their types are not compared"
}

// aspects are what a model or a client goes by, for each kind of change.
var aspects = map[change.Kind]string{
	change.Description: "its description",
	change.Title:       "its title",
	change.Argument:    "its arguments",
	change.Hint:        "its hints",

	change.ArgumentText:   "what is said of its arguments",
	change.ArgumentSchema: "what is said of its arguments",
	change.Output:         "what it says that it returns",
}

// once returns the words of a list, each once.
func once(words []string) (out []string) {
	for _, w := range words {
		if len(out) == 0 || out[len(out)-1] != w {
			out = append(out, w)
		}
	}
	return out
}
