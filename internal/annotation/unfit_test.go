package annotation

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestUnfit reads tags of fields of many types; a comment has what is wrong with one.
func TestUnfit(t *testing.T) {
	const source = `package p

type cents int64
type lines []string
type raw []byte
type who struct{ Name string }
type generic[T any] struct {
	N T ` + "`bound:\"<= 3\"`" + ` // the tag bound:"<= 3": a bound is of numbers, and T is none
}

type args struct {
	A int             ` + "`bound:\"<= 3\"`" + `
	B *cents          ` + "`bound:\"<= 3\"`" + `
	C []float64       ` + "`bound:\"<= 3\"`" + `
	D map[string]uint8 ` + "`bound:\"<= 3\"`" + `
	E string          ` + "`bound:\"<= 3\"`" + ` // the tag bound:"<= 3": a bound is of numbers, and string is none
	F who             ` + "`json:\"f\" bound:\"<= 3\"`" + ` // the tag bound:"<= 3": a bound is of numbers, and p.who is none
	G any             ` + "`bound:\"<= 3\"`" + ` // the tag bound:"<= 3": a bound is of numbers, and any is none
	H string          ` + "`confine:\"path\"`" + `
	I *lines          ` + "`confine:\"path\"`" + `
	J raw             ` + "`confine:\"sql\"`" + `
	K any             ` + "`confine:\"path\"`" + `
	L who             ` + "`confine:\"path\"`" + ` // the tag confine:"path": text is confined, and p.who is none: tag what has the text
	M []who           ` + "`confine:\"host\"`" + ` // the tag confine:"host": text is confined, and []p.who is none: tag what has the text
	N int             ` + "`confine:\"path\" bound:\"<= 3\"`" + ` // the tag confine:"path": text is confined, and int is none: tag what has the text
	O missing         ` + "`confine:\"path\"`" + `
	P bool            ` + "`source:\"secret\"`" + `
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}} // missing is
	conf.Check("p", fset, []*ast.File{file}, info)
	tags := Read(fset, []*ast.File{file}).Tags
	if len(tags) != 17 {
		t.Fatalf("%d tags, want 17", len(tags))
	}
	lines := strings.Split(source, "\n")
	for i := range tags {
		tag := &tags[i]
		line := fset.Position(tag.Field.Pos()).Line
		var want []string
		if _, comment, ok := strings.Cut(lines[line-1], " // "); ok {
			want = append(want, comment)
		}
		var got []string
		for _, err := range tag.Unfit(info.TypeOf(tag.Field.Type)) {
			got = append(got, err.Message)
			if pos := fset.Position(tag.At(err)); !strings.HasPrefix(lines[line-1][pos.Column-1:], tagValue(err.Message)) {
				t.Errorf("p.go:%d: the error stands at column %d", line, pos.Column)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("p.go:%d: got %q\nwant %q", line, got, want)
		}
	}
}

// tagValue returns the value of the tag that a message quotes.
func tagValue(message string) string {
	_, rest, _ := strings.Cut(message, `"`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}
