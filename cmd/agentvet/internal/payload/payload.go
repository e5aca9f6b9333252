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

	"github.com/agentvet/agentvet/analyzers/module"
)

// Name is the name of the analyzer, and the prefix of its flag.
const Name = "agentvet"

// A Payload is what agentvet found in one package, as it travelled.
type Payload struct {
	*module.Package
	text string
}

// Compare orders payloads of the same package. The order means nothing, but it
// does not depend on which process ended first.
func Compare(a, b *Payload) int { return strings.Compare(a.text, b.text) }

// New returns the analyzer that gathers what the passes of suite found. Its
// result is a *module.Package.
func New(suite []*analysis.Analyzer) *analysis.Analyzer {
	collector := module.Collector(suite)
	a := &analysis.Analyzer{
		Name:       Name,
		Doc:        "carry findings to the agentvet command\n\nThis analyzer reports nothing by itself.",
		Requires:   []*analysis.Analyzer{collector},
		ResultType: reflect.TypeFor[*module.Package](),
	}
	emit := a.Flags.Bool("emit", false, "report the payload as a diagnostic, for the agentvet command")
	a.Run = func(pass *analysis.Pass) (any, error) {
		p := pass.ResultOf[collector].(*module.Package)
		if !*emit {
			return p, nil
		}
		data, err := json.Marshal(p)
		if err != nil {
			return nil, fmt.Errorf("payload of %s: %w", pass.Pkg.Path(), err)
		}
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: string(data)})
		return p, nil
	}
	return a
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
			p := new(module.Package)
			if err := json.Unmarshal([]byte(d.Message), p); err != nil {
				return nil, nil, fmt.Errorf("payload of %s: %w", id, err)
			}
			payloads = append(payloads, &Payload{p, d.Message})
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
