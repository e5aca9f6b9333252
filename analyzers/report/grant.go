package report

// This file words grants: what agents and workflows may have, and what they have beyond it.

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
)

// A Holder is an agent, a server or a workflow to which something is granted.
type Holder struct {
	Kind HolderKind
	Name string
	Pos  graph.Pos
}

// A HolderKind is what a holder is, as sentences call it.
type HolderKind string

// Kinds of holders.
const (
	HolderAgent    HolderKind = "agent"
	HolderServer   HolderKind = "server"
	HolderWorkflow HolderKind = "workflow"
)

func (h Holder) String() string { return fmt.Sprintf("%s %q", h.Kind, h.Name) }

// about puts f into the workflow that h is, if it is one.
func (h Holder) about(f *Finding) *Finding {
	if h.Kind == HolderWorkflow {
		f.Workflow = h.Name
	}
	return f
}

// A Grant is what a holder is granted, and where it says so.
type Grant struct {
	Names []string // capabilities, or patterns of tools
	Tools bool     // they are patterns of tools
	Pos   graph.Pos
}

// An Excess is a capability that a holder has by a tool. Need is nil if the tool only declares it.
type Excess struct {
	Capability string
	Need       *graph.Need
}

// Ungranted says that a tool of a holder needs capabilities that the holder is not granted.
func Ungranted(h Holder, g Grant, t *graph.Tool, over []Excess) *Finding {
	names := make([]string, len(over))
	for i, e := range over {
		names[i] = e.Capability
	}
	f := overGrant(h, g, t, "tool %q needs %s, which %s is not granted", t.Name, and(names), h)
	for _, e := range over {
		if e.Need == nil {
			f.Witness = append(f.Witness, declares(t))
			continue
		}
		f.Witness = append(f.Witness, needSteps(e.Need)...)
	}
	return f
}

// NotAllowed says that a holder has a tool that it is not allowed.
func NotAllowed(h Holder, g Grant, t *graph.Tool) *Finding {
	return overGrant(h, g, t, "%s has tool %q, which is not one of those that it is allowed", h, t.Name)
}

// and lists names: "a, b and c".
func and(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// overGrant returns a finding whose witness says what is granted, and to whom.
func overGrant(h Holder, g Grant, t *graph.Tool, format string, args ...any) *Finding {
	f := newFinding(rules.Ungranted, t.Pos, format, args...)
	f.orAt(h.Pos)
	f.Subject, f.Context = t.Name, h.Name
	f.Witness = append(granted(h, g), Step{Pos: t.Pos, Text: fmt.Sprintf("it has tool %q", t.Name)})
	return h.about(f)
}

// granted returns the steps that say what a holder is granted.
func granted(h Holder, g Grant) []Step {
	what := list(g.Names)
	switch {
	case len(g.Names) == 0 && g.Tools:
		what = "no tool"
	case len(g.Names) == 0:
		what = "nothing"
	}
	verb := "granted"
	if g.Tools {
		verb = "allowed"
	}
	return []Step{{Pos: g.Pos, Text: fmt.Sprintf("%s is %s %s", h, verb, what)}, {Pos: h.Pos, Text: h.String() + " is made here"}}
}

// PerhapsUngranted says that a holder may have more than it is granted.
func PerhapsUngranted(h Holder, g Grant, gap Gap) *Finding {
	f := newFinding(rules.Ungranted, h.Pos, "%s may have more than it is granted; not certain: %s", h, gap.why)
	f.Verdict, f.Subject = verdict.Unknown, h.Name
	f.Witness = append(granted(h, g), gap.steps...)
	return h.about(f)
}

// A Gap is what is not known of what a holder has.
type Gap struct {
	why   string
	steps []Step
}

// OtherTools says why not all tools of a holder are known.
func OtherTools(u *graph.Unknown) Gap {
	return Gap{"it may have other tools, because " + u.Reason.String(), []Step{{Pos: u.Pos, Text: "this is not known"}}}
}

// UnknownTool says that nothing is known of the code of a tool, or not even its name.
func UnknownTool(t *graph.Tool) Gap {
	if t.Name == "" {
		return Gap{"it has a tool whose name is not known, because " + t.Unknown.String(), []Step{{Pos: t.Pos, Text: "this is not known"}}}
	}
	return Gap{fmt.Sprintf("nothing is known of the code of tool %q", t.Name), []Step{{Pos: t.Pos, Text: fmt.Sprintf("it has tool %q", t.Name)}}}
}

// PerhapsNeeded says that the code of a tool may need a capability.
func PerhapsNeeded(t *graph.Tool, n *graph.Need) Gap {
	adverb := "perhaps"
	if authority.Hides(n.Capability) {
		adverb = "somewhere"
	}
	why := fmt.Sprintf("the code of tool %q %s %s", t.Name, adverb, authority.Means(n.Capability))
	return Gap{why, append([]Step{{Pos: t.Pos, Text: fmt.Sprintf("it has tool %q", t.Name)}}, needSteps(n)...)}
}

// EmptyGrant says that a grant names an agent, a workflow or a tool, which is the word, that the
// program does not have. If certain is false, it may be one that is not known.
func EmptyGrant(pos graph.Pos, word, pattern string, names []string, certain bool) *Finding {
	f := newFinding(rules.VacuousPolicy, pos, "the grant names %q, and no %s is called that%s", pattern, word, spell.DidYouMean(pattern, names))
	f.Subject = pattern
	if !certain {
		f.Verdict = verdict.Unknown
		f.Message = fmt.Sprintf("the grant names %q, and no %s that is known is called that", pattern, word)
	}
	return f
}

// EmptyPackageGrant says that a directive grants something to the agents of a package that has none.
func EmptyPackageGrant(pos graph.Pos, names []string, certain bool) *Finding {
	f := newFinding(rules.VacuousPolicy, pos, "the directive grants %s to nobody: the package makes no agent and no workflow", strings.Join(names, ", "))
	f.Subject = "grant"
	if !certain {
		f.Verdict = verdict.Unknown
		f.Message += " that is known"
	}
	return f
}
