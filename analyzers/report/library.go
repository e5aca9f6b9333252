package report

// This file words rows of a policy file on libraries that say nothing.

import (
	"fmt"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
)

// A RowState says what a package knows of what a row is for. Of several packages, the
// one with the greatest state knows most.
type RowState uint8

const (
	RowUnread    RowState = iota // nothing that the package imports mentions the row's package
	RowHidden                    // the row's package is known by what others mention of it only
	RowMissing                   // it has nothing of that name
	RowMoved                     // what has that name is declared under another one
	RowMisplaced                 // it is no such thing as the row says, or lacks a place
	RowFound
	RowUnlabelled // what it is for is there, but nothing has a label that it takes away
	numRowStates
)

var rowStateNames = [numRowStates]string{"not imported", "not known", "missing", "moved", "misplaced", "found", "unlabelled"}

func (s RowState) String() string {
	if s >= numRowStates {
		return "invalid"
	}
	return rowStateNames[s]
}

// A RowUse is what is known of what one row of a policy file is for.
type RowUse struct {
	Text    string    `json:"text"` // the row
	Pos     graph.Pos `json:"pos"`
	Package string    `json:"package"`
	Name    string    `json:"name"`             // without the package
	Labels  []string  `json:"labels,omitempty"` // that a sanitizer or a validator takes away
	State   RowState  `json:"state"`
	// Near are names that may be meant: of packages, or of what the package has. Of
	// what is declared elsewhere it is the one that counts.
	Near []string `json:"near,omitempty"`
	// Is and Lacks are what is misplaced: what there is, and what the row asks of it. Of a
	// row that is RowUnlabelled, Lacks is the label.
	Is    string `json:"is,omitempty"`
	Lacks string `json:"lacks,omitempty"`
}

// Problem says what is wrong with the row, "" for nothing.
func (u *RowUse) Problem() string {
	switch u.State {
	case RowUnread:
		return fmt.Sprintf("no package that was read imports %s%s", u.Package, spell.DidYouMean(u.Package, u.Near))
	case RowHidden:
		return fmt.Sprintf("no package that was read imports %s itself, so that nobody knows whether it has %s", u.Package, u.Name)
	case RowMissing:
		return fmt.Sprintf("package %s has no %s%s", u.Package, u.Name, spell.DidYouMean(u.Name, u.Near))
	case RowMoved:
		return fmt.Sprintf("%s of package %s is declared as %s; a row counts under that name only", u.Name, u.Package, u.Near[0])
	case RowMisplaced:
		return fmt.Sprintf("%s of package %s is %s, which has no %s", u.Name, u.Package, u.Is, u.Lacks)
	case RowUnlabelled:
		return fmt.Sprintf("nothing that was read has the label %q%s", u.Lacks, spell.DidYouMean(u.Lacks, u.Near))
	}
	return ""
}

// Certain reports whether the row says nothing for certain. That nothing imports its
// package, or has a label, tells only if whole: if everything was read that the policy
// file is for.
func (u *RowUse) Certain(whole bool) bool {
	switch u.State {
	case RowMissing, RowMoved, RowMisplaced:
		return true
	}
	return whole && (u.State == RowUnread || u.State == RowUnlabelled)
}

// IdleRow says that a row says nothing, or, if that is not certain, that nobody knows.
func IdleRow(u *RowUse, certain bool) *Finding {
	f := newFinding(rules.TaintName, u.Pos, "the row `%s` says nothing: %s", u.Text, u.Problem())
	switch {
	case !certain:
		f.Verdict = verdict.Unknown
		f.Message = fmt.Sprintf("the row `%s` may say nothing: %s", u.Text, u.Problem())
	case u.State == RowUnlabelled: // it may have other labels
		f.Message = fmt.Sprintf("the row `%s` says nothing of %q: %s", u.Text, u.Lacks, u.Problem())
	}
	return with(f, u.Package+"."+u.Name)
}
