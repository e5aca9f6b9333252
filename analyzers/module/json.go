package module

// This file writes packages as JSON, for drivers that analyse each in a process of its
// own. The form is for one version of agentvet; the program in it has the form that
// users know, see package graph.

import (
	"encoding/json"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/taint/capability"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

type (
	filePackage struct {
		Path         string                `json:"package"`
		Dir          string                `json:"dir,omitempty"`
		Module       string                `json:"module,omitempty"`
		TestFiles    int                   `json:"tests"`
		Findings     []report.Finding      `json:"findings"`
		Program      *graph.Program        `json:"program"`
		Policies     []filePolicy          `json:"policies,omitempty"`
		Data         *verify.Uses          `json:"data,omitempty"`
		Seen         []report.Seen         `json:"seen,omitempty"`
		Values       []byte                `json:"values,omitempty"`
		Functions    *ssaflow.Kept         `json:"functions,omitempty"`
		Capabilities *capability.Kept      `json:"capabilities,omitempty"`
		Arguments    *arguments.Kept       `json:"arguments,omitempty"`
		Settings     *settings.Kept        `json:"settings,omitempty"`
		Grants       []verify.PackageGrant `json:"grants,omitempty"`
		Notes        []annotation.Note     `json:"notes,omitempty"`
		Texts        []Text                `json:"texts,omitempty"`
		Ignores      []directive.Directive `json:"ignores,omitempty"`
		Trusted      []report.Trust        `json:"trusted,omitempty"`
	}
	// A filePolicy is a policy of a package: its rule is parsed again where it
	// arrives.
	filePolicy struct {
		Name string    `json:"name"`
		Text string    `json:"text"`
		Pos  graph.Pos `json:"pos"`
	}
)

// MarshalJSON returns p as JSON. A workflow that is no graph is left out: a finding
// says so.
func (p *Package) MarshalJSON() ([]byte, error) {
	program := *p.Program
	program.Workflows = nil
	for _, w := range p.Program.Workflows {
		if graph.Writable(w) == nil {
			program.Workflows = append(program.Workflows, w)
		}
	}
	f := filePackage{
		Path: p.Path, Dir: p.Dir, Module: p.Module, TestFiles: p.TestFiles,
		Findings: p.Findings, Program: &program, Data: p.Data, Seen: p.Seen, Functions: p.Functions, Capabilities: p.Capabilities, Arguments: p.Arguments, Settings: p.Settings,
		Grants: p.Grants, Notes: p.Notes, Texts: p.Texts, Ignores: p.Ignores, Trusted: p.Trusted,
	}
	if p.Values != nil {
		var err error
		if f.Values, err = p.Values.Encode(); err != nil {
			return nil, err
		}
	}
	for _, r := range p.Policies {
		f.Policies = append(f.Policies, filePolicy{r.Name, r.Text, r.Pos})
	}
	return json.Marshal(f)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (p *Package) UnmarshalJSON(data []byte) error {
	var f filePackage
	if err := json.Unmarshal(data, &f); err != nil {
		return err
	}
	*p = Package{
		Path: f.Path, Dir: f.Dir, Module: f.Module, TestFiles: f.TestFiles,
		Findings: f.Findings, Program: f.Program, Data: f.Data, Seen: f.Seen, Functions: f.Functions, Capabilities: f.Capabilities, Arguments: f.Arguments, Settings: f.Settings,
		Grants: f.Grants, Notes: f.Notes, Texts: f.Texts, Ignores: f.Ignores, Trusted: f.Trusted,
	}
	if f.Values != nil {
		var err error
		if p.Values, err = valueflow.Decode(f.Values); err != nil {
			return err
		}
	}
	for _, s := range f.Policies {
		r, err := policy.Parse(s.Name, s.Text, s.Pos)
		if err != nil {
			return err
		}
		p.Policies = append(p.Policies, r)
	}
	return nil
}
