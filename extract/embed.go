package extract

// This file reads what `//go:embed` puts into variables: a description of a tool often stands
// in a file beside the code. The file is part of the build, so its text is as constant as one
// in quotes.

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/agentvet/agentvet/internal/recipe"
	"golang.org/x/tools/go/ssa"
)

// maxEmbedded is the size up to which a file is read: that of a long prompt, not of data.
const maxEmbedded = 64 << 10

// findEmbedded reads the files that the package embeds into variables of type string. Other
// variables with a directive, and those whose file is not read, may be anything.
func (p *program) findEmbedded(files []*ast.File) {
	for _, f := range files {
		dir := filepath.Dir(p.fset.Position(f.Package).Filename)
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			for _, s := range decl.Specs {
				spec := s.(*ast.ValueSpec)
				patterns := embeds(decl.Doc, spec.Doc)
				if g := p.ssa.Var(spec.Names[0].Name); g != nil && len(patterns) > 0 {
					p.embed(g, dir, patterns)
				}
			}
		}
	}
}

// embed notes what a variable holds.
func (p *program) embed(g *ssa.Global, dir string, patterns []string) {
	id := recipe.GlobalID(g)
	p.embedded[id] = nil
	t, _ := g.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Basic)
	if t != nil && t.Kind() == types.String && len(patterns) == 1 && filepath.IsLocal(patterns[0]) {
		if text, ok := readText(filepath.Join(dir, filepath.FromSlash(patterns[0]))); ok {
			f := recipe.InitText(g, text)
			p.embedded[id], p.inits[id], p.lowered[f.ID] = f, f, f
			return
		}
	}
	p.open[id] = true
}

// embeds returns the patterns of the directives in comments.
func embeds(docs ...*ast.CommentGroup) (patterns []string) {
	for _, doc := range docs {
		if doc == nil {
			continue
		}
		for _, c := range doc.List {
			if rest, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
				patterns = append(patterns, strings.Fields(rest)...)
			}
		}
	}
	return patterns
}

// readText returns the text of a regular file, unless it is large or no text.
func readText(file string) (text string, ok bool) {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxEmbedded {
		return "", false
	}
	data, err := os.ReadFile(file)
	return string(data), err == nil && utf8.Valid(data)
}
