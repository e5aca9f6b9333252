package library_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
)

// withoutInstructions are the frameworks in whose own calls and fields no instructions for a model
// stand, with the reason.
var withoutInstructions = map[string]string{
	"pocketflow": "its nodes are functions of the program, which ask models by clients",
	"temporalio": "its activities are functions of the program, which ask models by clients",
	"toolrunner": "its instructions are those of the client's parameters, in plain.txt",
}

// TestDataOfFrameworks: what is known of a framework is not only how its agents are made.
// Without a row that says which of its calls and fields are instructions, a secret in them
// is missed without a word; without one on data, what its tools are made of is unknown code.
func TestDataOfFrameworks(t *testing.T) {
	for _, name := range extracted(t) {
		rows := library.Of(name).DataRows()
		if len(rows) == 0 {
			t.Errorf("%s.txt has rows on calls, and none on data", name)
			continue
		}
		_, exempt := withoutInstructions[name]
		if instructs := slices.ContainsFunc(rows, instructs); instructs == exempt {
			t.Errorf("%s.txt has a row on instructions: %t; the list of those without says %t", name, instructs, exempt)
		}
	}
}

func instructs(r *library.Data) bool { return r.Verb == library.VerbSink && r.Kind == "system" }

// tells reports whether a row is on what a model is told: of some messages, the field does
// not say which role they have.
func tells(r *library.Data) bool {
	return instructs(r) || r.Verb == library.VerbSink && r.Kind == "prompt"
}

// TestRootsOfInstructions: what one root of a framework has instructions in, each version
// has, and each client of a file. A root that a file names only for calls of which no
// agent is made has none.
func TestRootsOfInstructions(t *testing.T) {
	for _, name := range extracted(t) {
		if _, exempt := withoutInstructions[name]; exempt {
			continue
		}
		table := library.Of(name)
		for _, root := range append(table.Opaque(), table.Clients()...) {
			if slices.Contains(noInstructions, root) {
				continue
			}
			if !slices.ContainsFunc(table.DataRows(), func(r *library.Data) bool { return tells(r) && within(r.Package, root) }) {
				t.Errorf("%s.txt: %s has no row on what a model is told", name, root)
			}
		}
	}
}

// noInstructions are modules on lines of `opaque` and `client` that ask no model.
var noInstructions = []string{
	"github.com/google/jsonschema-go", "github.com/invopop/jsonschema",
	"github.com/firebase/genkit/go/core", "github.com/firebase/genkit/go/genkit",
	"github.com/firebase/genkit/go/plugins", "github.com/firebase/genkit/go/internal",
	"github.com/agentvet/agentvet/dfa/guard/eino", "github.com/agentvet/agentvet/dfa/guard/genkit",
}

// extracted returns the files of rows that packages beside this one assemble workflows
// from.
func extracted(t *testing.T) []string {
	t.Helper()
	return slices.Sorted(maps.Keys(extractors(t)))
}

var ofFile = regexp.MustCompile(`library\.Of\("([a-z]+)"\)`)

// extractors returns the directory of the package that assembles workflows from a file of
// rows, by the name of the file.
func extractors(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	dirs := make(map[string]string)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || filepath.Base(filepath.Dir(file)) == "library" {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Dir(file)
		for _, of := range ofFile.FindAllSubmatch(src, -1) {
			if name := string(of[1]); name == filepath.Base(dir) || strings.Contains(string(src), "assembly.Framework{") {
				dirs[name] = dir
			}
		}
	}
	if len(dirs) < 19 {
		t.Fatalf("only %d frameworks: %v", len(dirs), dirs)
	}
	return dirs
}
