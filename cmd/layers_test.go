// Package cmd_test holds the test of the import order, which belongs to no one
// package. The sources are parsed here, in the test process: a test that asks
// the go command is answered from the test cache after an edit.
package cmd_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/agentvet/agentvet"

// layers lists the packages of the module, lowest first. A package imports only
// packages of lower lines; what is in no line does not belong to the module.
var layers = [][]string{
	{"graph/reason"},
	{"graph", "internal/spell", "internal/visible", "internal/regular", "internal/defect", "graph/verdict", "docs/rules", "dfa/syntax", "internal/golden", "internal/passtest", "internal/funcid", "internal/lazyssa", "internal/pure"},
	{"internal/annotation", "internal/trial"},
	{"extract/library", "extract/settings", "graph/authority"},
	{"graph/unroll", "internal/source", "graph/sketch"},
	{"extract/arguments", "graph/check", "graph/change", "graph/feasible", "internal/configured", "extract/protocol", "dfa", "analyzers/verify/internal/mutant", "taint"},
	{"taint/condition"},
	{"internal/policyfile", "internal/recipe", "taint/ssaflow", "taint/capability", "dfa/product", "dfa/trace", "dfa/shortest", "dfa/guard", "graph/plan"},
	{"internal/atmosphere", "dfa/guard/files", "dfa/guard/internal/guardtest", "taint/planflow", "extract/internal/interp", "extract/internal/tally", "extract/valueflow", "extract/arguments/read", "taint/agentflow"},
	{"extract/internal/assembly", "extract/settings/read"},
	{"extract", "extract/stepwise", "extract/eino", "extract/adk", "extract/langgraphgo", "extract/mcp", "extract/plain",
		"extract/genkit", "extract/openaiagents", "extract/langchaingo", "extract/toolrunner", "extract/trpcagent", "extract/pocketflow", "extract/fantasy", "extract/blades", "extract/agentframework", "extract/swarmgo", "extract/ingenimax", "extract/temporalio", "extract/cliagents", "extract/loops"},
	{"analyzers/workflow", "analyzers/report"},
	{"analyzers/policy"},
	{"analyzers/internal/diagnose", "analyzers/internal/program"},
	{"analyzers/internal/directive", "analyzers/internal/values", "analyzers/internal/capability", "analyzers/internal/arguments", "analyzers/internal/settings", "analyzers/verify", "internal/extracttest"},
	{"dfa/guard/plans", "dfa/guard/built"},
	{"analyzers/internal/structure", "analyzers/internal/order", "analyzers/internal/taintflow", "analyzers/internal/unread", "analyzers/module"},
	{"analyzers/suite"},
	{"analyzers/internal/joint", "analyzers/golangci", "analyzers/editor", "analyzers/nogo"},
	{"cmd/agentvet/internal/heap", "cmd/agentvet/internal/payload", "cmd/agentvet/internal/sarif", "cmd/agentvet/internal/overlay", "cmd/agentvet/internal/gopls", "cmd/agentvet/internal/bom", "cmd/agentvet/internal/drawing", "cmd/agentvet/internal/terminal", "cmd/agentvet/internal/git"},
	{"cmd/agentvet/internal/mend", "cmd/agentvet/internal/htmlreport"},
	{"cmd/agentvet/internal/load"},
	{"cmd/agentvet"},
}

// standardOnly lists the packages that need the standard library only, as they are
// linked into agents: what they import of the module is of the list, too.
var standardOnly = []string{"graph", "graph/reason", "graph/verdict", "graph/change", "graph/plan", "graph/sketch", "dfa/syntax", "dfa", "dfa/guard", "internal/spell", "docs/rules", "internal/annotation"}

// yamlOnly lists the packages that are linked into agents and need a YAML library beside it.
var yamlOnly = []string{"internal/policyfile", "dfa/guard/files"}

// codeFree lists the packages that programs link to verify plans, and what they import of the module:
// nothing of it reads code, so none of them needs golang.org/x/tools.
var codeFree = []string{"graph/authority", "graph/check", "graph/unroll", "graph/feasible", "dfa/product", "dfa/trace", "extract/library", "extract/arguments", "extract/settings",
	"internal/regular", "internal/source", "internal/visible", "taint", "taint/planflow", "analyzers/report", "analyzers/policy",
	"analyzers/verify", "analyzers/verify/internal/mutant", "dfa/guard/plans"}

// tools is the module that reads code.
const tools = "golang.org/x/tools"

// yaml is the module of that library.
const yaml = "go.yaml.in/yaml/v4"

// commandOnly lists the modules that nothing below cmd may import: what editors
// and linters link needs x/tools and a YAML library only.
var commandOnly = []string{
	"github.com/owenrumney/go-sarif",
	"github.com/CycloneDX/cyclonedx-go",
	"github.com/dop251/goja",
	"golang.org/x/sys",
	"golang.org/x/tools/go/packages",
	"golang.org/x/tools/go/analysis/checker",
	"golang.org/x/tools/go/analysis/unitchecker",
}

// solver is the module that only one package may import, because it has to be used in one
// way: see graph/feasible.
const solver, solverUser = "github.com/go-air/gini", "graph/feasible"

// testOnly lists the packages that only tests import; they may import anything.
var testOnly = []string{"internal/extracttest", "internal/passtest", "internal/golden", "internal/configured", "dfa/guard/internal/guardtest"}

func TestLayers(t *testing.T) {
	level := make(map[string]int)
	for i, line := range layers {
		for _, pkg := range line {
			level[pkg] = i
		}
	}
	for pkg, imports := range modulePackages(t, "..") {
		at, ok := level[pkg]
		if !ok {
			t.Errorf("package %s is in no layer", pkg)
			continue
		}
		for _, imp := range imports {
			checkImport(t, level, at, pkg, imp)
		}
	}
}

func checkImport(t *testing.T, level map[string]int, at int, pkg, imp string) {
	t.Helper()
	if rel, ok := strings.CutPrefix(imp, module+"/"); ok {
		if to, known := level[rel]; !known || to >= at {
			t.Errorf("%s imports %s, which is not below it", pkg, rel)
		}
		light := slices.Contains(standardOnly, rel)
		if slices.Contains(standardOnly, pkg) && !light {
			t.Errorf("%s imports %s, which may need more than the standard library", pkg, rel)
		}
		if slices.Contains(yamlOnly, pkg) && !light && !slices.Contains(yamlOnly, rel) {
			t.Errorf("%s imports %s, which may need more than a YAML library", pkg, rel)
		}
		if slices.Contains(codeFree, pkg) && !light && !slices.Contains(yamlOnly, rel) && !slices.Contains(codeFree, rel) {
			t.Errorf("%s imports %s, which may need what reads code", pkg, rel)
		}
		if slices.Contains(testOnly, rel) && !slices.Contains(testOnly, pkg) {
			t.Errorf("%s imports %s, which is for tests", pkg, rel)
		}
		return
	}
	if slices.Contains(testOnly, pkg) {
		return
	}
	if !strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") {
		return // standard library
	}
	if slices.Contains(standardOnly, pkg) {
		t.Errorf("%s imports %s; it may import the standard library only", pkg, imp)
	}
	if slices.Contains(yamlOnly, pkg) && imp != yaml {
		t.Errorf("%s imports %s; it may import the standard library and %s only", pkg, imp, yaml)
	}
	if slices.Contains(codeFree, pkg) && strings.HasPrefix(imp, tools+"/") {
		t.Errorf("%s imports %s, which reads code", pkg, imp)
	}
	if pkg != solverUser && (imp == solver || strings.HasPrefix(imp, solver+"/")) {
		t.Errorf("%s imports %s, which only %s may", pkg, imp, solverUser)
	}
	for _, prefix := range commandOnly {
		if !strings.HasPrefix(pkg, "cmd/") && (imp == prefix || strings.HasPrefix(imp, prefix+"/")) {
			t.Errorf("%s imports %s, which only cmd may", pkg, imp)
		}
	}
}

// modulePackages returns what each package under root imports, tests apart.
// Other modules and testdata are left out.
func modulePackages(t *testing.T, root string) map[string][]string {
	t.Helper()
	imports := make(map[string][]string)
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := entry.Name()
		if entry.IsDir() {
			_, noModule := os.Stat(filepath.Join(name, "go.mod"))
			if base == "testdata" || name != root && (strings.HasPrefix(base, ".") || noModule == nil) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		pkg := path.Clean(filepath.ToSlash(rel))
		if imports[pkg] == nil {
			imports[pkg] = []string{} // a package without imports is a package
		}
		for _, spec := range file.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[pkg] = append(imports[pkg], imp)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}
