package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agentvet/agentvet/internal/golden"
)

var (
	// nodes is the size of the graph of verify-large.txtar; ".ci/run all" asks for a million.
	nodes = flag.Int("nodes", 100_000, "`number` of nodes of the largest graph file")
	// slow is the condition [slow] of scripts, of those that run the program twenty times, or on many packages.
	slow = flag.Bool("slow", false, "run the scripts that take long, and no others")
)

// binary is the program under test. It is built, not this test binary under
// another name, because go vet runs it by its path.
var binary string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "agentvet")
	if err != nil {
		log.Print(err)
		return 2
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "agentvet")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		log.Printf("go build: %v\n%s", err, out)
		return 2
	}
	return m.Run()
}

// TestScript runs the scripts of testdata/script: the program as a user runs
// it. Scripts that analyse Go code find modules with the declarations of the
// frameworks under $WORK/stubs; there is no network.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files:               scripts(t),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       golden.Updating(),
		Setup:               setup,
		Condition: func(cond string) (bool, error) {
			if cond != "slow" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return *slow || golden.Updating(), nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"crashing":  cmdCrashing,
			"exitcode":  cmdExitCode,
			"generate":  cmdGenerate,
			"publish":   cmdPublish,
			"same":      cmdSame,
			"sparse":    cmdSparse,
			"stub":      cmdStub,
			"workspace": cmdWorkspace,
		},
	})
}

// scripts returns the files of the scripts that are run: those that take long, or the others; all to write them anew.
func scripts(t *testing.T) (files []string) {
	all, err := filepath.Glob(filepath.Join("..", "..", "testdata", "script", "*.txtar"))
	if err != nil || len(all) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if golden.Updating() || bytes.Contains(text, []byte("\n[!slow] skip\n")) == *slow {
			files = append(files, name)
		}
	}
	return files
}

// goEnv is what the go command needs of the environment.
var goEnv = []string{"GOCACHE", "GOROOT", "GOPATH", "GOTOOLCHAIN"}

func setup(env *testscript.Env) error {
	out, err := exec.Command("go", append([]string{"env", "-json"}, goEnv...)...).Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	var values map[string]string
	if err := json.Unmarshal(out, &values); err != nil {
		return err
	}
	for name, value := range values {
		env.Setenv(name, value)
	}
	env.Setenv("GOMODCACHE", filepath.Join(env.WorkDir, "modcache")) // a script needs nothing that this machine happens to have
	env.Setenv("GOPROXY", "off")
	env.Setenv("GOFLAGS", "-mod=mod")
	env.Setenv("GONOSUMDB", "*")
	env.Setenv("GOWORK", "off")
	env.Setenv("AGENTVET", binary)
	env.Setenv("LARGE", strconv.Itoa(*nodes))
	env.Setenv("PATH", filepath.Dir(binary)+string(filepath.ListSeparator)+env.Getenv("PATH"))
	return os.CopyFS(filepath.Join(env.WorkDir, "stubs"), os.DirFS(filepath.Join("..", "..", "testdata", "stubs")))
}

// cmdCrashing puts a program first in the path that panics where it assembles what a
// package with a certain name builds:
//
//	crashing NAME
func cmdCrashing(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: crashing NAME")
	}
	const call = "f.Assemble(a)"
	file, err := filepath.Abs(filepath.Join("..", "..", "extract", "framework.go"))
	ts.Check(err)
	src, err := os.ReadFile(file)
	ts.Check(err)
	if n := strings.Count(string(src), call); n != 1 {
		ts.Fatalf("%s calls %s %d times, want 1", file, call, n)
	}
	changed, overlay, bin := ts.MkAbs("framework.go"), ts.MkAbs("overlay.json"), ts.MkAbs("crashing")
	panics := fmt.Sprintf("if p.ssa.Pkg.Name() == %q { panic(\"deliberate\") }; %s", args[0], call)
	ts.Check(os.WriteFile(changed, []byte(strings.Replace(string(src), call, panics, 1)), 0o666))
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	ts.Check(err)
	ts.Check(os.WriteFile(overlay, data, 0o666))
	if out, err := exec.Command("go", "build", "-overlay", overlay, "-o", filepath.Join(bin, "agentvet"), ".").CombinedOutput(); err != nil {
		ts.Fatalf("go build: %v\n%s", err, out)
	}
	ts.Setenv("PATH", bin+string(filepath.ListSeparator)+ts.Getenv("PATH"))
}

// cmdGenerate writes a graph file that is too large for a script:
//
//	generate FILE NODES
//
// It is a chain from the entry to the exit.
func cmdGenerate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: generate FILE NODES")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b strings.Builder
	b.WriteString(`{"name":"chain","framework":"x","entry_id":"n0","exit_ids":["n` + strconv.Itoa(n-1) + `"],"nodes":[`)
	for i := range n {
		kind := "passthrough"
		switch i {
		case 0:
			kind = "entry"
		case n - 1:
			kind = "exit"
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n{\"id\":\"n%d\",\"kind\":%q}", i, kind)
	}
	b.WriteString(`],"edges":[`)
	for i := range n - 1 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n{\"source\":\"n%d\",\"target\":\"n%d\",\"kind\":\"direct\"}", i, i+1)
	}
	b.WriteString("]}\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o666))
}

// cmdPublish puts a module where GOPROXY=file://DIR finds it:
//
//	publish DIR MODULE@VERSION SOURCE
func cmdPublish(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: publish DIR MODULE@VERSION SOURCE")
	}
	path, version, _ := strings.Cut(args[1], "@")
	dir, source := filepath.Join(ts.MkAbs(args[0]), filepath.FromSlash(path), "@v"), ts.MkAbs(args[2])
	ts.Check(os.MkdirAll(dir, 0o777))
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	entries, err := os.ReadDir(source)
	ts.Check(err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(source, e.Name()))
		ts.Check(err)
		w, err := zw.Create(args[1] + "/" + e.Name())
		ts.Check(err)
		_, err = w.Write(text)
		ts.Check(err)
		if e.Name() == "go.mod" {
			ts.Check(os.WriteFile(filepath.Join(dir, version+".mod"), text, 0o666))
		}
	}
	ts.Check(zw.Close())
	ts.Check(os.WriteFile(filepath.Join(dir, version+".zip"), b.Bytes(), 0o666))
	ts.Check(os.WriteFile(filepath.Join(dir, version+".info"), []byte(`{"Version":"`+version+`"}`), 0o666))
	ts.Check(os.WriteFile(filepath.Join(dir, "list"), []byte(version+"\n"), 0o666))
}

// stubModules are the stubs that are modules already, by the path of the module.
var stubModules = map[string]string{
	"github.com/smallnest/langgraphgo":  "extract/langgraphgo/testdata/src/langgraphgo",
	"github.com/sashabaranov/go-openai": "extract/plain/testdata/src/go-openai",
	"github.com/tmc/langchaingo":        "extract/langgraphgo/testdata/src/langchaingo",
	"trpc.group/trpc-go/trpc-agent-go":  "extract/trpcagent/testdata/src/trpc-agent-go",
}

// cmdStub makes modules with the declarations of frameworks under $WORK/stubs:
//
//	stub MODULE...
func cmdStub(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: stub MODULE...")
	}
	for _, module := range args {
		dir := ts.MkAbs(filepath.Join(ts.Getenv("WORK"), "stubs", filepath.FromSlash(module)))
		if from, ok := stubModules[module]; ok {
			ts.Check(os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", filepath.FromSlash(from)))))
			continue
		}
		ts.Check(os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "src", filepath.FromSlash(module)))))
		ts.Check(os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+module+"\n\ngo 1.25\n"), 0o666))
	}
}

// cmdSame holds the findings of the two ways in equal:
//
//	same VET.json CLI.json
//
// The first is the output of go vet -json, the second of agentvet -json. Rule,
// position and the positions of the witness are compared.
func cmdSame(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: same VET.json CLI.json")
	}
	vet := vetFindings(ts, args[0])
	cli := cliFindings(ts, args[1])
	if len(cli) == 0 {
		ts.Fatalf("there is nothing to compare")
	}
	if !slices.Equal(vet, cli) {
		ts.Fatalf("go vet and agentvet differ\ngo vet:\n%s\nagentvet:\n%s", strings.Join(vet, "\n"), strings.Join(cli, "\n"))
	}
}

func vetFindings(ts *testscript.TestScript, name string) []string {
	list, err := vetDiagnostics(ts.ReadFile(name))
	ts.Check(err)
	var out []string
	for _, d := range list {
		line := d.Category + " " + d.Posn
		for _, r := range d.Related {
			line += " " + r.Posn
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

// A vetDiagnostic is what these tests read of a diagnostic of go vet.
type vetDiagnostic struct {
	Category, Posn, Message string
	Related                 []struct{ Posn string }
}

// vetDiagnostics returns the diagnostics in the output of go vet -json, in no
// order.
func vetDiagnostics(text string) ([]vetDiagnostic, error) {
	var out []vetDiagnostic
	for dec := json.NewDecoder(strings.NewReader(text)); dec.More(); {
		var tree map[string]map[string][]vetDiagnostic
		if err := dec.Decode(&tree); err != nil {
			return nil, err
		}
		for _, analyzers := range tree {
			for _, diagnostics := range analyzers {
				out = append(out, diagnostics...)
			}
		}
	}
	return out, nil
}

func cliFindings(ts *testscript.TestScript, name string) []string {
	var report struct {
		Findings []struct {
			Rule, Position string
			Witness        []struct{ Position string }
		}
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(name)), &report))
	var out []string
	for _, f := range report.Findings {
		line := f.Rule + " " + ts.MkAbs(f.Position)
		for _, s := range f.Witness {
			if s.Position != "" {
				line += " " + ts.MkAbs(s.Position)
			}
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

// cmdSparse makes a file of a gigabyte that takes no room:
//
//	sparse FILE
func cmdSparse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sparse FILE")
	}
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(errors.Join(file.Truncate(1<<30), file.Close()))
}

// cmdWorkspace writes the go.work file of a workspace of many modules, of which only the first exists:
//
//	workspace FILE MODULES
func cmdWorkspace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: workspace FILE MODULES")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := "go 1.25\n\nuse .\n"
	for i := range n {
		text += fmt.Sprintf("use ./d%d\n", i)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// cmdExitCode runs a program and compares its exit code, which exec does not:
//
//	exitcode CODE PROGRAM ARG...
//
// What it prints can be compared as after exec.
func cmdExitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode CODE PROGRAM ARG...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}
