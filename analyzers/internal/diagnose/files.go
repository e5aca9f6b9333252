package diagnose

// This file finds the files of a package, and places in them. What positions name is the file that people wrote: the
// compiler, and so an analysis, may read another, which cgo or a generator has made of that, with //line directives.

import (
	"cmp"
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
)

// cgo makes a file with this ending of each that uses C, and adds others, in which nothing is of a file that somebody wrote: their
// names begin as the go command lets no name of a program begin.
const cgoMade, cgoAdded = ".cgo1.go", "_cgo_"

// Written returns the first file of the package that stands where somebody wrote it, or else the first that cgo made
// of one.
func Written(pass *analysis.Pass) *ast.File {
	var made *ast.File
	for _, file := range pass.Files {
		name := rawName(pass, file)
		switch {
		case strings.HasPrefix(filepath.Base(name), cgoAdded):
		case !strings.HasSuffix(name, cgoMade):
			return file
		case made == nil:
			made = file
		}
	}
	return cmp.Or(made, pass.Files[0])
}

// Dir returns the directory of the package. Of what line directives say, only those of cgo count.
func Dir(pass *analysis.Pass) string {
	file := Written(pass)
	if name := rawName(pass, file); !strings.HasSuffix(name, cgoMade) {
		return filepath.Dir(name)
	}
	return filepath.Dir(pass.Fset.Position(file.Package).Filename)
}

// rawName returns the name of a file as the compiler reads it.
func rawName(pass *analysis.Pass, file *ast.File) string {
	return pass.Fset.File(file.FileStart).Name()
}

// isMade reports whether what stands at a position was made of a file that somebody wrote.
func isMade(pass *analysis.Pass, pos token.Pos) bool {
	return pass.Fset.Position(pos) != pass.Fset.PositionFor(pos, false)
}

// A fileTable finds the files of graph positions in the file set of a pass.
type fileTable struct {
	pass  *analysis.Pass
	files map[string]*token.File // nil for a file that cannot be read
	made  []*ast.File            // those with line directives
	spans map[lineOf][]span      // of made, once somebody asks
}

// A lineOf is a line of a file that positions name.
type lineOf struct {
	file string
	line int
}

// A span is a part of a line of a made file, from which on columns count one by one.
type span struct {
	start, limit token.Pos
	col          int
}

func newFileTable(pass *analysis.Pass) *fileTable {
	t := &fileTable{pass: pass, files: make(map[string]*token.File)}
	for _, file := range pass.Files {
		if len(lineDirectives(file)) > 0 {
			t.made = append(t.made, file)
			continue
		}
		tokens := pass.Fset.File(file.FileStart)
		t.files[tokens.Name()] = tokens
	}
	return t
}

// lineDirectives returns the comments of a file that say which line of which file follows them.
func lineDirectives(file *ast.File) (list []*ast.Comment) {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line ") {
				list = append(list, c)
			}
		}
	}
	return list
}

// pos returns the position in the file set that p names, or NoPos. The file of
// a step in another package is added to the file set.
func (t *fileTable) pos(p graph.Pos) token.Pos {
	if !p.IsValid() {
		return token.NoPos
	}
	if at := t.madePos(p); at.IsValid() {
		return at
	}
	tokens, ok := t.files[p.File]
	if !ok {
		tokens = addFile(t.pass, p.File)
		t.files[p.File] = tokens
	}
	return lineColumn(tokens, p)
}

// own returns the position that p names in a file of the package, or NoPos.
func (t *fileTable) own(p graph.Pos) token.Pos {
	if !p.IsValid() {
		return token.NoPos
	}
	if at := t.madePos(p); at.IsValid() {
		return at
	}
	return lineColumn(t.files[p.File], p)
}

// madePos returns the position that p names in a file that was made of another, or NoPos. Where
// the made text is longer, several places have the position: the last part of a line that begins before it counts.
func (t *fileTable) madePos(p graph.Pos) token.Pos {
	if t.spans == nil {
		t.spans = make(map[lineOf][]span)
		for _, file := range t.made {
			t.addSpans(file)
		}
	}
	var best span
	for _, s := range t.spans[lineOf{p.File, p.Line}] {
		if !best.start.IsValid() || best.col <= s.col && s.col <= p.Col {
			best = s
		}
	}
	if !best.start.IsValid() {
		return token.NoPos
	}
	return min(best.start+token.Pos(max(p.Col-best.col, 0)), best.limit)
}

// addSpans adds the lines of a made file that are of files in the directory of the package: what else a directive names is none of
// the package, and the program could name anything. A directive of a line of its own counts from the next line on, another
// from its end.
func (t *fileTable) addSpans(file *ast.File) {
	dir := Dir(t.pass)
	add := func(start, limit token.Pos) {
		if at := t.pass.Fset.Position(start); filepath.Dir(at.Filename) == dir {
			key := lineOf{at.Filename, at.Line}
			t.spans[key] = append(t.spans[key], span{start, limit, at.Column})
		}
	}
	tokens := t.pass.Fset.File(file.FileStart)
	directives := lineDirectives(file)
	for line := 1; line <= tokens.LineCount(); line++ {
		start, limit := tokens.LineStart(line), endOfLine(tokens, line)
		for len(directives) > 0 && directives[0].Pos() < limit {
			if end := directives[0].End(); directives[0].Text[1] == '*' {
				add(start, end)
				start = end
			}
			directives = directives[1:]
		}
		add(start, limit)
	}
}

// lineColumn returns the position in tokens of a line and a column, or NoPos
// if tokens is nil or has no such line.
func lineColumn(tokens *token.File, p graph.Pos) token.Pos {
	if tokens == nil || p.Line > tokens.LineCount() {
		return token.NoPos
	}
	return min(tokens.LineStart(p.Line)+token.Pos(max(p.Col, 1)-1), endOfLine(tokens, p.Line))
}

// endOfLine returns the position of the newline of a line, or of the end of the file.
func endOfLine(tokens *token.File, line int) token.Pos {
	if line < tokens.LineCount() {
		return tokens.LineStart(line+1) - 1
	}
	return token.Pos(tokens.Base() + tokens.Size())
}

// addFile adds the named file to pass.Fset, with its lines, and returns it; nil
// if it cannot be read. Pass.ReadFile refuses files of other packages, so they
// are read directly. That keeps caches honest: the contents only map the line
// and column, which are known, to an offset and back.
func addFile(pass *analysis.Pass, name string) *token.File {
	data, err := pass.ReadFile(name)
	if err != nil {
		data, err = regular.Code(regular.Module(Dir(pass)), name)
	}
	if err != nil {
		return nil
	}
	tokens := pass.Fset.AddFile(name, -1, len(data))
	tokens.SetLinesForContent(data)
	return tokens
}

func inPackage(pass *analysis.Pass, pos token.Pos) bool {
	for _, file := range pass.Files {
		if file.FileStart <= pos && pos <= file.FileEnd {
			return true
		}
	}
	return false
}
