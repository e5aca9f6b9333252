package report

// This file says why a verdict is unknown.

import (
	"fmt"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// why completes "not certain: …".
func why(p *check.Problem) string {
	switch p.Why {
	case check.WhyUnknown:
		if p.Unknown != nil {
			return unknownPart(p.Unknown.What) + ", because " + p.Unknown.Reason
		}
	case check.WhyGuard:
		if e := causeEdge(p); e != nil {
			return fmt.Sprintf("an edge exists only if %s", e.Guard)
		}
	case check.WhyJoin:
		if e := causeEdge(p); e != nil {
			return fmt.Sprintf("%q waits for several steps, perhaps for a human", p.Workflow.Nodes[e.To].Name)
		}
		return "a step around this workflow waits for several others, perhaps for a human"
	case check.WhyTool:
		for _, t := range p.Tools {
			if t.Name == "" {
				return "the name of a tool is not known, because " + t.Unknown
			}
		}
	case check.WhyCount:
		if p.Branch != graph.None && p.Workflow.Branches[p.Branch].Func == "" {
			return "what runs the workflow may have a limit of steps"
		}
		return "code of the loop may count the rounds"
	}
	return "a part of the workflow is not known"
}

// doubt returns the step that shows what an unknown verdict hangs on.
func doubt(p *check.Problem) []Step {
	if p.Unknown != nil && p.Unknown.Pos.IsValid() {
		return []Step{{Pos: p.Unknown.Pos, Text: "this part is not known: " + p.Unknown.Reason}}
	}
	if e := causeEdge(p); e != nil && e.Pos.IsValid() {
		return []Step{{Pos: e.Pos, Text: "it depends on this edge"}}
	}
	return nil
}

func causeEdge(p *check.Problem) *graph.Edge {
	if p.Workflow == nil || p.Cause == graph.None {
		return nil
	}
	return &p.Workflow.Edges[p.Cause]
}

func unknownPart(k graph.UnknownKind) string {
	switch k {
	case graph.UnknownTargets:
		return "the step may lead elsewhere"
	case graph.UnknownSources:
		return "the step may be reached from elsewhere"
	case graph.UnknownTools:
		return "the step may call other tools"
	case graph.UnknownBound:
		return "the number of rounds is not known"
	case graph.UnknownBody:
		return "what the step does is not known"
	}
	return "there may be more steps and edges"
}
