// Package payload carries everything that agentvet found in one package from
// the process that go vet runs for the package to the process that the user
// runs.
//
// The go command starts one process for each package, caches what it prints,
// and prints it again as long as nothing that it depends on changed. It knows
// only diagnostics, so the payload travels as one: a diagnostic of the analyzer
// "agentvet" whose message is the payload in JSON. The analyzer is silent
// unless its flag -agentvet.emit is set, so a user who runs go vet sees nothing
// of it. The flag is part of the cache key; findings and program share one
// payload, so that check, graph and tools share one cache. With the flag, a
// package prints its payload also when it is only a dependency (role.go says
// why), so readers choose among the payloads.
//
// Names in this package: p Payload.
package payload

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/directive"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/graph"
)

// Name is the name of the analyzer, and the prefix of its flag.
const Name = "agentvet"

// A Payload is what agentvet found in one package.
type Payload struct {
	Package string // import path, without the marks of a test variant
	// Tests is the number of test files. It tells the variant of a package
	// that has its tests from the one that others import.
	Tests    int
	Findings []report.Finding
	Program  *graph.Program
	Policies []Policy // of the package and of those that it imports
	Data     *verify.Uses

	text string // as it travelled
}

// A Policy is what a directive //agentvet:policy states.
type Policy struct {
	Name string    `json:"name"`
	Text string    `json:"text"`
	Pos  graph.Pos `json:"pos"`
}

// Compare orders payloads of the same package. The order means nothing, but it
// does not depend on which process ended first.
func Compare(a, b *Payload) int { return strings.Compare(a.text, b.text) }

// wire is the JSON form of a Payload.
type wire struct {
	Package  string           `json:"package"`
	Tests    int              `json:"tests"`
	Findings []report.Finding `json:"findings"`
	Program  program          `json:"program"`
	Policies []Policy         `json:"policies,omitempty"`
	Data     *verify.Uses     `json:"data,omitempty"`
}

// A finder is the result of a pass that reports findings.
type finder interface{ Findings() []report.Finding }

// A user is the result of the pass that follows data.
type user interface{ Uses() *verify.Uses }

// New returns the analyzer that gathers what the passes of suite found. Its
// result is a *Payload.
func New(suite []*analysis.Analyzer) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       Name,
		Doc:        "carry findings to the agentvet command\n\nThis analyzer reports nothing by itself.",
		Requires:   append([]*analysis.Analyzer{workflow.Analyzer, directive.Policies}, suite...),
		ResultType: reflect.TypeFor[*Payload](),
	}
	emit := a.Flags.Bool("emit", false, "report the payload as a diagnostic, for the agentvet command")
	a.Run = func(pass *analysis.Pass) (any, error) {
		p := gather(pass, suite)
		if !*emit {
			return p, nil
		}
		data, err := json.Marshal(wire{p.Package, p.Tests, p.Findings, program{p.Program}, p.Policies, p.Data})
		if err != nil {
			return nil, fmt.Errorf("payload of %s: %w", pass.Pkg.Path(), err)
		}
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: string(data)})
		return p, nil
	}
	return a
}

func gather(pass *analysis.Pass, suite []*analysis.Analyzer) *Payload {
	p := &Payload{
		Package: pass.Pkg.Path(),
		Program: pass.ResultOf[workflow.Analyzer].(*graph.Program),
	}
	for _, file := range pass.Files {
		if strings.HasSuffix(pass.Fset.File(file.FileStart).Name(), "_test.go") {
			p.Tests++
		}
	}
	for _, r := range pass.ResultOf[directive.Policies].(*directive.PackagePolicies).Rules {
		p.Policies = append(p.Policies, Policy{r.Name, r.Text, r.Pos})
	}
	for _, a := range suite {
		if result, ok := pass.ResultOf[a].(finder); ok {
			p.Findings = append(p.Findings, result.Findings()...)
		}
		if result, ok := pass.ResultOf[a].(user); ok {
			p.Data = result.Uses()
		}
	}
	return p
}

// A diagnostic is the part of the JSON that go vet prints for one diagnostic
// that a payload needs.
type diagnostic struct {
	Message string `json:"message"`
}

// Decode returns the payloads in the output of go vet -json for one package:
// an object of package IDs, of objects of analyzer names. An analyzer that
// failed has an object with its error in place of a list; such errors are
// returned beside the payloads.
func Decode(data []byte) (payloads []*Payload, failed []error, err error) {
	var tree map[string]map[string]json.RawMessage
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, nil, fmt.Errorf("output of go vet: %w", err)
	}
	for id, analyzers := range tree { // at most one: go vet runs one process for each package
		raw, ok := analyzers[Name]
		if !ok {
			continue
		}
		var diagnostics []diagnostic
		if err := json.Unmarshal(raw, &diagnostics); err != nil {
			failed = append(failed, fmt.Errorf("%s was not analysed: %s", id, failure(raw)))
			continue
		}
		for _, d := range diagnostics {
			var in wire
			if err := json.Unmarshal([]byte(d.Message), &in); err != nil {
				return nil, nil, fmt.Errorf("payload of %s: %w", id, err)
			}
			payloads = append(payloads, &Payload{in.Package, in.Tests, in.Findings, in.Program.Program, in.Policies, in.Data, d.Message})
		}
	}
	return payloads, failed, nil
}

// failure returns the error in the output of an analyzer that failed.
func failure(raw json.RawMessage) string {
	var object struct {
		Error string `json:"error"`
	}
	if err := json.Unmarshal(raw, &object); err != nil || object.Error == "" {
		return string(raw)
	}
	return object.Error
}
