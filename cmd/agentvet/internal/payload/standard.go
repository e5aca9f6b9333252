package payload

// This file answers for packages of the standard library that are only
// dependencies. No pass looks into them: rows say what their functions do. Yet the
// go command runs the tool for each, 60 times for a small program, and again after
// each change of a flag or of a policy. To parse and type-check them all costs more
// than everything else about a small program.
//
// One thing is computed there, by a pass that building SSA needs: which functions
// never return, like log.Fatal. So a few packages are analysed after all, and those
// that import them and may hand out values with such methods.

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"go/build"
	"go/version"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph"
)

// Packages with functions that never return and that other packages can call, as of
// goLang. Of another version of Go, every package is analysed.
const goLang = "go1.26"

var (
	endFunctions = []string{"os", "syscall"} // functions only
	endMethods   = []string{"log", "testing"}
)

// The function of package runtime that never returns. The pass knows it by name, and
// the package is the largest, so that its fact is written without an analysis.
const (
	runtimePackage = "runtime"
	runtimeEnd     = "Goexit"
)

// A stdUnit is what this file reads of a .cfg file of the go command.
type stdUnit struct {
	ID, Dir, ImportPath, ModulePath, GoVersion string

	GoFiles            []string
	PackageVetx        map[string]string // the facts of imports
	VetxOnly           bool
	VetxOutput, Stdout string
}

// Standard does the work of a unitchecker whose command line names a package of
// the standard library as a dependency: it writes its facts, and if it is asked for
// a payload, an empty one, which is what the passes would find. Of other command
// lines it reports false, and does nothing.
func Standard(args []string) (done bool, err error) {
	last := args[len(args)-1]
	if filepath.Ext(last) != ".cfg" {
		return false, nil // -V=full or -flags
	}
	data, err := os.ReadFile(last)
	if err != nil {
		return false, err
	}
	var u stdUnit
	if err := json.Unmarshal(data, &u); err != nil {
		return false, fmt.Errorf("%s: %w", last, err)
	}
	if !u.VetxOnly || !u.standard() || u.mayEnd() {
		return false, nil
	}
	var said []byte
	if Asked(args) {
		if said, err = u.payload(); err != nil {
			return false, err
		}
	}
	facts, err := u.facts()
	if err != nil {
		return false, err
	}
	return true, u.write(facts, said)
}

// standard reports whether the package is of the standard library, in the Go
// distribution that runs this tool. The go command itself is no part of it.
func (u *stdUnit) standard() bool {
	src := filepath.Join(build.Default.GOROOT, "src") + string(filepath.Separator)
	return build.Default.GOROOT != "" && u.ModulePath == "" &&
		strings.HasPrefix(u.Dir, src) && !strings.HasPrefix(u.ImportPath, "cmd/")
}

// mayEnd reports whether a function that never returns may be called by way of the
// package: it declares one, or it imports one that has facts of methods.
func (u *stdUnit) mayEnd() bool {
	if version.Lang(u.GoVersion) != goLang || slices.Contains(endFunctions, u.ImportPath) || slices.Contains(endMethods, u.ImportPath) {
		return true
	}
	for path, facts := range u.PackageVetx {
		info, err := os.Stat(facts)
		if err != nil || info.Size() > 0 && path != runtimePackage && !slices.Contains(endFunctions, path) {
			return true
		}
	}
	return false
}

// payload returns an empty payload as go vet -json prints it.
func (u *stdUnit) payload() ([]byte, error) {
	p := &module.Package{Path: u.ImportPath, Dir: u.Dir, Program: &graph.Program{}, Data: &verify.Uses{}}
	for _, file := range u.GoFiles {
		if strings.HasSuffix(file, "_test.go") {
			p.TestFiles++
		}
	}
	message, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]map[string][]diagnostic{u.ID: {Name: {{string(message)}}}})
}

// facts returns the facts of the package, in the encoding of the unitchecker.
func (u *stdUnit) facts() ([]byte, error) {
	if u.ImportPath != runtimePackage {
		return nil, nil
	}
	type objectFact struct {
		PkgPath string
		Object  objectpath.Path
		Fact    analysis.Fact
	}
	fact := ctrlflow.Analyzer.FactTypes[0]
	gob.Register(fact)
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode([]objectFact{{runtimePackage, runtimeEnd, fact}})
	return buf.Bytes(), err
}

// write puts the files where the go command looks for them: the facts, and what a
// cached run prints again.
func (u *stdUnit) write(facts, said []byte) error {
	if u.VetxOutput != "" {
		if err := os.WriteFile(u.VetxOutput, facts, 0o666); err != nil {
			return err
		}
	}
	if u.Stdout != "" {
		return os.WriteFile(u.Stdout, said, 0o666)
	}
	_, err := os.Stdout.Write(said)
	return err
}
