package reason

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestWords holds that each code has words of its own, with no more places than a reason has
// names.
func TestWords(t *testing.T) {
	seen := make(map[string]Code)
	for c := None + 1; c < numCodes; c++ {
		text := words[c]
		if text == "" {
			t.Errorf("code %d has no words: it stands after %q", c, words[c-1])
			continue
		}
		if old, ok := seen[text]; ok {
			t.Errorf("codes %d and %d have the same words, %q", old, c, text)
		}
		seen[text] = c
		if places(text) > maxArgs || strings.HasSuffix(text, ".") {
			t.Errorf("%q is no clause with at most %d names", text, maxArgs)
		}
	}
}

func TestReason(t *testing.T) {
	tests := []struct {
		r    Reason
		want string
	}{
		{Reason{}, ""},
		{Of(None), ""},
		{Of(NotKnown), "it is not known"},
		{Of(DependsOn, "tools", "desk.New"), "it depends on parameter tools of desk.New"},
		{Of(Nowhere, "pay"), `the program looks up "pay", which nothing defines`},
		{Words("100% of it"), "100% of it"},
		{Words(""), ""},
	}
	for _, tt := range tests {
		if got := tt.r.String(); got != tt.want || tt.r.Given() != (tt.want != "") {
			t.Errorf("%+v is %q, want %q", tt.r, got, tt.want)
		}
	}
	if Of(ResultOf, "f") != Of(ResultOf, "f") || Of(ResultOf, "f") == Of(ResultOf, "g") {
		t.Error("reasons are not compared by code and names")
	}
}

// TestUse holds that the module gives each code somewhere, with a name for each place in its
// words (in a call, the names are the arguments behind the code), and gives no reason in words
// of its own.
func TestUse(t *testing.T) {
	codes := codesByName(t)
	used := map[string]bool{"None": true, "Told": true}
	for _, file := range parse(t, filepath.Join("..", ".."), func(name string) bool { return !strings.HasSuffix(name, "_test.go") }) {
		ast.Inspect(file.syntax, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.SelectorExpr:
				name := codeName(codes, x)
				used[name] = true
				if name == "Told" {
					t.Errorf("%s: Told is for Words alone", file.pos(x))
				}
			case *ast.CallExpr:
				file.checkCall(t, codes, x)
			}
			return true
		})
	}
	for name := range codes {
		if !used[name] {
			t.Errorf("%s is not given anywhere", name)
		}
	}
}

// checkCall checks the names behind a code, and that words are not those of the code itself.
func (f sourceFile) checkCall(t *testing.T, codes map[string]Code, call *ast.CallExpr) {
	t.Helper()
	for i, arg := range call.Args {
		name := codeName(codes, arg)
		if name == "" || call.Ellipsis.IsValid() {
			continue
		}
		if given, want := len(call.Args)-i-1, places(words[codes[name]]); given != want {
			t.Errorf("%s: %d names for %s, want %d", f.pos(call), given, name, want)
		}
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Words" && len(call.Args) == 1 {
		if _, ok := call.Args[0].(*ast.BasicLit); ok {
			t.Errorf("%s: a reason in words, want a code", f.pos(call))
		}
	}
}

// codeName returns the name of the code that x is, "" if it is none.
func codeName(codes map[string]Code, x ast.Expr) string {
	sel, ok := x.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if pkg, ok := sel.X.(*ast.Ident); !ok || pkg.Name != "reason" {
		return ""
	}
	if _, ok := codes[sel.Sel.Name]; !ok {
		return ""
	}
	return sel.Sel.Name
}

// codesByName reads the names of the codes, in their order, from code.go.
func codesByName(t *testing.T) map[string]Code {
	codes := make(map[string]Code)
	for _, file := range parse(t, ".", func(name string) bool { return name == "code.go" }) {
		ast.Inspect(file.syntax, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && spec.Names[0].Name != "numCodes" {
				codes[spec.Names[0].Name] = Code(len(codes))
			}
			return true
		})
	}
	if len(codes) != int(numCodes) {
		t.Fatalf("code.go has %d codes, want %d", len(codes), numCodes)
	}
	return codes
}

// A sourceFile is a file of the module.
type sourceFile struct {
	fset   *token.FileSet
	syntax *ast.File
}

func (f sourceFile) pos(n ast.Node) string { return f.fset.Position(n.Pos()).String() }

// parse returns the Go files under root whose names are wanted, testdata apart.
func parse(t *testing.T, root string, wanted func(name string) bool) []sourceFile {
	t.Helper()
	var out []sourceFile
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || name != root && strings.HasPrefix(entry.Name(), ".")):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || !wanted(entry.Name()):
			return nil
		}
		fset := token.NewFileSet()
		syntax, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		out = append(out, sourceFile{fset, syntax})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestIsFailure holds failures apart from other reasons, also when they were read from a file.
func TestIsFailure(t *testing.T) {
	failed := Of(Failure, "index out of range")
	for _, c := range []struct {
		r    Reason
		want bool
	}{
		{failed, true}, {Words(failed.String()), true}, {Reason{}, false}, {Words("it is said"), false}, {Of(Steps), false},
	} {
		if got := c.r.IsFailure(); got != c.want {
			t.Errorf("IsFailure of %q = %t, want %t", c.r, got, c.want)
		}
	}
}
