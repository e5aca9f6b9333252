package protocol

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/internal/golden"
)

// TestParts compares what is recognised in the programs of testdata, and what they do with
// it, with goldens.
func TestParts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			pkg, info, files, fset := load(t, file)
			parts := Of(pkg, info, files)
			var b strings.Builder
			for _, f := range parts.Forms {
				fmt.Fprintln(&b, describe(pkg, f))
			}
			for _, u := range parts.Uses(info, files) {
				fmt.Fprintf(&b, "%d: %s %s of %s\n", fset.Position(u.Pos).Line, acts[u.Act], u.What, u.Protocol)
			}
			golden.Compare(t, filepath.Join("testdata", name+".golden"), b.String())
		})
	}
}

var acts = [...]string{Reads: "reads", Offers: "offers", Answers: "answers", Remote: "calls", Says: "says"}

func load(t *testing.T, file string) (*types.Package, *types.Info, []*ast.File, *token.FileSet) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
	}
	pkg, err := (&types.Config{}).Check("example.com/"+f.Name.Name, fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, info, []*ast.File{f}, fset
}

func describe(pkg *types.Package, f *Form) string {
	text := "a type without a name"
	if n, ok := types.Unalias(f.Type).(*types.Named); ok {
		text = types.TypeString(n, types.RelativeTo(pkg))
	}
	text += fmt.Sprintf(": %s of %s", f.Part, f.Protocol)
	for _, part := range []struct {
		role string
		path []*types.Var
	}{{"name", f.Name}, {"args", f.Args}, {"id", f.ID}, {"text", f.Text}} {
		if len(part.path) > 0 {
			text += " " + part.role + "=" + names(part.path)
		}
	}
	return text
}

func names(path []*types.Var) string {
	var list []string
	for _, v := range path {
		list = append(list, v.Name())
	}
	return strings.Join(list, ".")
}

// TestShapes wants each shape to be one that a program of testdata can show: a part, and
// something that tells it.
func TestShapes(t *testing.T) {
	for i, s := range shapes {
		if s.part == PartInvalid || s.name == "" && s.args == "" && s.id == "" && s.text == "" {
			t.Errorf("shape %d of %s is no part of a protocol", i, s.protocol)
		}
		if inWords := s.part == Answer || s.part == Message; inWords != (s.text != "") {
			t.Errorf("shape %d of %s: an answer and a message have a text, and nothing else has", i, s.protocol)
		}
		if inStream := len(s.in) > 0; s.part == Call && (s.name == "" || s.args == "") && (!inStream || s.name == "" && s.args == "") {
			t.Errorf("shape %d of %s: a call has a name and arguments, and in a stream one of them", i, s.protocol)
		}
	}
}

// TestRowKinds wants the kinds of rows to be those that are documented, and the paths that
// each kind needs.
func TestRowKinds(t *testing.T) {
	for _, r := range table.Calls() {
		has := make(map[string]bool)
		for _, a := range r.Args {
			has[a.Name] = a.Index == 0 && len(a.Path) > 0
		}
		switch r.Kind {
		case "remote", "runs":
		case "call":
			if !has["name"] && !has["args"] {
				t.Errorf("%s: a call, or the part of one, has a name or arguments", r.Pos)
			}
		case "offer":
			if !has["name"] {
				t.Errorf("%s: an offer has a name", r.Pos)
			}
		case "result":
			if !has["name"] && !has["id"] {
				t.Errorf("%s: a result has the name or the id of its call", r.Pos)
			}
		default:
			t.Errorf("%s: %s is no part of a protocol", r.Pos, r.Kind)
		}
	}
}
