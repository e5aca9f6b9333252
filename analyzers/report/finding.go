package report

// This file defines what a user sees: a Finding and its parts.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
)

// A Finding is one statement about one workflow, agent or directive.
type Finding struct {
	Rule     string // the ID of a rule, see docs/rules
	Severity rules.Severity
	Verdict  verdict.Verdict
	Message  string    // one line, without the position and the rule
	Pos      graph.Pos // where the finding is anchored
	Workflow string    // the workflow it is about, if any
	Subject  string    // the node, edge, agent or tool it is about
	Witness  []Step    // how the bad thing happens, in order

	// Proof says how large the proof is that it cannot be, if there is one, and in further lines, what it says.
	Proof string

	// Unfollowed are conditions that the witness needs and that are not followed: it is not shown that they can hold, nor that they
	// cannot.
	Unfollowed []graph.Unfollowed

	// Fix is how to change the program, if that is certain.
	Fix *Fix

	// Context is what surrounds Pos and survives edits elsewhere: the package
	// and the top-level declaration. Fingerprints use it; it is not printed.
	Context string
	// Asked is set if the policy file gives the rule a severity, so that the finding does
	// not wait for -strict.
	Asked bool
	// Lowered is set if the policy file gives the rule a lower severity than the finding has of itself; see silence.go.
	Lowered *Lowering
	// Waits is set if it waits for -strict although its rule does not: findings of its kind are right
	// less often than others of the rule.
	Waits bool
	// Strict is set if the policy of its module lists what could not be decided, while others of the report do not.
	Strict bool
	// Suppressed is set if the program itself, or its policy file, says to ignore
	// the finding; see silence.go.
	Suppressed *Suppression

	// Doubt says of a flow of data why it is not certain, should it not be; it is not printed.
	Doubt string
}

// A Step is one step of a finding's witness. Pos is not valid for a step that
// the source does not show, such as a framework's own END.
type Step struct {
	Pos  graph.Pos
	Text string
	Node string // the workflow node of the step, if it has one
}

// A Fix changes a name in the source, adds one to a set of names, or sets a limit of rounds.
type Fix struct {
	Name  string      // the name as it is; "" if one is missing
	Meant string      // what is meant; "" for a limit
	Limit int         // a number of rounds that is proposed; 0 if none is missing
	At    []graph.Pos // the calls and values that have the name, or lack what is missing

	// Text says in words what Edits do to the program. Both are set where the fix is certain in the text, too.
	Text  string
	Edits []Edit
}

// An Edit replaces a part of a file.
type Edit struct {
	Start, End graph.Pos
	New        string
}

// rounds is the limit that is proposed where a loop has none: enough for what models do in rounds, and
// an end for what they never stop doing.
const rounds = 20

// limited returns the fix of a loop without a limit, nil if it is not known where one could be set.
func limited(at ...graph.Pos) *Fix {
	if len(at) == 0 {
		return nil
	}
	return &Fix{Limit: rounds, At: at}
}

// misspelt returns the fix of a name that certainly is one of names, nil if none is.
func misspelt(name string, names []string, at ...graph.Pos) *Fix {
	meant := spell.Sure(name, names)
	if meant == "" {
		return nil
	}
	return &Fix{Name: name, Meant: meant, At: at}
}

// Sort orders findings by position, then rule, and drops repeats: the go
// command analyses a package once alone and once with its tests, and each file
// then speaks twice.
func Sort(findings []Finding) []Finding {
	slices.SortStableFunc(findings, compare)
	return slices.CompactFunc(findings, func(a, b Finding) bool { return compare(a, b) == 0 })
}

func compare(a, b Finding) int {
	return cmp.Or(
		ComparePos(a.Pos, b.Pos),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Workflow, b.Workflow),
		cmp.Compare(a.Subject, b.Subject),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Verdict, b.Verdict),
		slices.CompareFunc(a.Witness, b.Witness, compareStep),
	)
}

func compareStep(a, b Step) int {
	return cmp.Or(ComparePos(a.Pos, b.Pos), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Node, b.Node))
}

// ComparePos orders positions by file, line and column.
func ComparePos(a, b graph.Pos) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Col, b.Col),
	)
}

// Path returns the workflow nodes of the witness in brief: "a -> b -> c". It
// is "" for a witness of fewer than two nodes.
func (f *Finding) Path() string {
	const most = 8 // nodes printed; the middle of a longer path is left out
	var nodes []string
	for _, s := range f.Witness {
		if s.Node != "" && (len(nodes) == 0 || nodes[len(nodes)-1] != s.Node) {
			nodes = append(nodes, s.Node)
		}
	}
	if len(nodes) < 2 {
		return ""
	}
	if len(nodes) > most {
		middle := fmt.Sprintf("… %d more …", len(nodes)-most+1)
		nodes = append(append(nodes[:most-2:most-2], middle), nodes[len(nodes)-1])
	}
	return strings.Join(nodes, " -> ")
}
