package payload

import (
	"encoding/json"
	"go/build"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/suite"
)

// TestStandard holds the short answer for packages of the standard library and what
// the passes find there equal: nothing, but for functions that never return.
func TestStandard(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax}, "log", "os/exec", "runtime")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{New(suite.New(suite.Options{}))}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for act := range graph.All() {
		if p, ok := act.Result.(*module.Package); ok && act.Analyzer.Name == Name {
			checkPayload(t, act.Package, p)
		}
		for _, f := range act.AllObjectFacts() {
			if f.Object.Pkg() == act.Package.Types && callable(f.Object) {
				checkFact(t, f)
			}
		}
		for _, f := range act.AllPackageFacts() {
			t.Errorf("%s has the fact %v", f.Package.Path(), f.Fact)
		}
	}
}

// checkPayload wants the payload that the passes found.
func checkPayload(t *testing.T, p *packages.Package, found *module.Package) {
	t.Helper()
	want, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	u := stdUnit{ID: p.ID, Dir: filepath.Dir(p.GoFiles[0]), ImportPath: p.PkgPath, GoFiles: p.GoFiles}
	said, err := u.payload()
	if err != nil {
		t.Fatal(err)
	}
	payloads, failed, err := Decode(said)
	if err != nil || len(failed) > 0 || len(payloads) != 1 || payloads[0].text != string(want) {
		t.Errorf("%s: payload %s, failed %v, %v; the passes find\n%s", p.PkgPath, said, failed, err, want)
	}
}

// callable reports whether other packages can call a function by its name.
func callable(obj types.Object) bool {
	fn := obj.(*types.Func)
	if recv := fn.Signature().Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		named, ok := t.(*types.Named)
		return fn.Exported() && ok && named.Obj().Exported()
	}
	return fn.Exported()
}

// checkFact wants the lists to have what never returns.
func checkFact(t *testing.T, f analysis.ObjectFact) {
	t.Helper()
	fn := f.Object.(*types.Func)
	path := fn.Pkg().Path()
	switch {
	case path == runtimePackage && (fn.Name() == runtimeEnd || fn.Name() == "CPUProfile"): // the other one panics, and is deprecated
	case slices.Contains(endMethods, path):
	case slices.Contains(endFunctions, path) && fn.Signature().Recv() == nil:
	default:
		t.Errorf("%s is in no list: %v", fn.FullName(), f.Fact)
	}
}

// TestAnswer wants an answer for packages of the standard library that are
// dependencies, and every other command line left alone.
func TestAnswer(t *testing.T) {
	src := filepath.Join(build.Default.GOROOT, "src")
	facts, none := filepath.Join(t.TempDir(), "facts"), filepath.Join(t.TempDir(), "none")
	for name, text := range map[string]string{facts: "facts", none: ""} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		what string
		unit stdUnit
		done bool
	}{
		{"a dependency", stdUnit{PackageVetx: map[string]string{"errors": none, "os": facts, "runtime": facts}}, true},
		{"one that has a logger", stdUnit{PackageVetx: map[string]string{"log": facts}}, false},
		{"of a Go that is not known", stdUnit{GoVersion: "go1.99.1"}, false},
		{"of a module", stdUnit{Dir: t.TempDir(), ModulePath: "fmt"}, false},
		{"outside every module", stdUnit{Dir: t.TempDir(), ImportPath: "command-line-arguments"}, false},
		{"in a checkout of Go", stdUnit{ModulePath: "std"}, false},
		{"of the go command", stdUnit{ImportPath: "cmd/go", Dir: filepath.Join(src, "cmd", "go")}, false},
		{"that exits", stdUnit{ImportPath: "os", Dir: filepath.Join(src, "os")}, false},
	} {
		u := test.unit
		u.VetxOnly = true
		u.VetxOutput, u.Stdout = filepath.Join(t.TempDir(), "vet.out"), filepath.Join(t.TempDir(), "vet.stdout")
		if u.GoVersion == "" {
			u.GoVersion = goLang + ".3"
		}
		if u.ImportPath == "" {
			u.ImportPath = "fmt"
		}
		if u.Dir == "" {
			u.Dir = filepath.Join(src, "fmt")
		}
		if done, err := Standard([]string{"agentvet", "-agentvet.emit", writeUnit(t, u)}); done != test.done || err != nil {
			t.Errorf("%s: done %v, %v", test.what, done, err)
		}
		if _, err := os.Stat(u.Stdout); (err == nil) != test.done {
			t.Errorf("%s: output: %v", test.what, err)
		}
		u.VetxOnly = false
		if done, err := Standard([]string{"agentvet", "-agentvet.emit", writeUnit(t, u)}); done || err != nil {
			t.Errorf("%s, named by the user: done %v, %v", test.what, done, err)
		}
	}
	for _, flag := range []string{"-V=full", "-flags"} {
		if done, err := Standard([]string{"agentvet", flag}); done || err != nil {
			t.Errorf("%s: done %v, %v", flag, done, err)
		}
	}
}

func writeUnit(t *testing.T, u stdUnit) string {
	t.Helper()
	data, err := json.Marshal(u)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "vet.cfg")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}
