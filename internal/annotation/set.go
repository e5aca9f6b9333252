package annotation

// This file reads the annotations of a package: every comment and every tag once.

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"sync"

	"github.com/agentvet/agentvet/graph"
)

// A Set is what one package says in annotations, parsed. Passes share it; its methods
// may be called at the same time. A nil *Set is that of a package that says nothing.
type Set struct {
	Comments []Comment // in the order of the files
	Tags     []Tag     // likewise

	mu   sync.Mutex
	read map[string]parsedTag // by text: those of Tags, and of types of other packages
}

// A Comment is a directive, or a comment that was meant as one.
type Comment struct {
	Directive *Directive // nil if it cannot be read
	Err       *Error     // nil if it can
	Node      *ast.Comment
	Pos       graph.Pos
	Below     int  // the line below the group of comments that it stands in
	Code      Code // what it is about
}

// Code is the declaration, statement or expression that a directive is about: the
// outermost that begins on its line, before it, or else on the line below its group.
type Code struct {
	Func     *ast.FuncDecl // nil for other code
	Type     string        // the one type that it declares in the package, "" for other code
	From, To int           // its lines, in the file of the comment; zero for none
}

// A Tag is a struct tag with a key of agentvet's.
type Tag struct {
	Field *ast.Field
	Says  Field
	Errs  []*Error // one for each key that cannot be read
}

// At returns the position of an error in the tag. Offsets within a tag that is not in
// backquotes are not known: such errors are at its start.
func (t *Tag) At(err *Error) token.Pos {
	lit := t.Field.Tag
	if lit.Value[0] != '`' {
		return lit.Pos()
	}
	return lit.Pos() + token.Pos(len("`")+err.Off)
}

type parsedTag struct {
	says Field
	errs []*Error
}

// Read reads the annotations of the files of a package.
func Read(fset *token.FileSet, files []*ast.File) *Set {
	s := new(Set)
	for _, file := range files {
		for _, group := range file.Comments {
			for _, c := range group.List {
				s.comment(fset, file, group, c)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && field.Tag != nil {
				s.tag(field)
			}
			return true
		})
	}
	return s
}

func (s *Set) comment(fset *token.FileSet, file *ast.File, group *ast.CommentGroup, c *ast.Comment) {
	d, err := parseDirective(c.Text)
	if d == nil && err == nil {
		return
	}
	p := fset.Position(c.Pos())
	out := Comment{
		Directive: d, Err: err, Node: c, Pos: graph.Pos{File: p.Filename, Line: p.Line, Col: p.Column},
		Below: fset.Position(group.End()).Line + 1,
	}
	if d != nil && !d.ofPackage() {
		out.Code = codeAt(fset, file, p.Line, out.Below, c.Pos())
	}
	s.Comments = append(s.Comments, out)
}

func (s *Set) tag(field *ast.Field) {
	text, err := strconv.Unquote(field.Tag.Value)
	if err != nil || !HasKey(text) {
		return // not a program, or none of ours
	}
	says, errs := s.parseTag(text)
	s.Tags = append(s.Tags, Tag{field, says, errs})
}

// HasKey reports whether a tag has a key of agentvet's.
func HasKey(tag string) bool {
	for _, key := range keys {
		if strings.Contains(tag, key+`:"`) {
			return true
		}
	}
	return false
}

// Tag returns what the tag of a field says, of any package: types of imports have their
// tags, and their packages are told of mistakes.
func (s *Set) Tag(text string) Field {
	says, _ := s.parseTag(text)
	return says
}

// parseTag is parseTag for a text that occurs again and again.
func (s *Set) parseTag(text string) (Field, []*Error) {
	if !HasKey(text) {
		return Field{}, nil
	}
	if s == nil {
		return parseTag(text)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.read[text]
	if !ok {
		t.says, t.errs = parseTag(text)
		if s.read == nil {
			s.read = make(map[string]parsedTag)
		}
		s.read[text] = t
	}
	return t.says, t.errs
}

// codeAt returns the code that a comment is about.
func codeAt(fset *token.FileSet, file *ast.File, line, below int, pos token.Pos) (code Code) {
	var beside, next ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.File:
			return true
		}
		start := fset.Position(n.Pos()).Line
		if _, isDecl := n.(*ast.GenDecl); isDecl && start == line {
			return true // its specs say more
		}
		if start == line && n.Pos() < pos && beside == nil {
			beside = n
		}
		if start == below && next == nil {
			next = n
		}
		return fset.Position(n.End()).Line >= line
	})
	if beside != nil {
		next = beside
	}
	if next == nil {
		return Code{}
	}
	code.Func, _ = next.(*ast.FuncDecl)
	code.Type = typeOf(file, next)
	code.From, code.To = fset.Position(next.Pos()).Line, fset.Position(next.End()).Line
	return code
}

// typeOf returns the name of the type that is declared by a declaration of a package, or by a part of one; "" if that is another
// one, or several.
func typeOf(file *ast.File, code ast.Node) string {
	for _, decl := range file.Decls {
		types, ok := decl.(*ast.GenDecl)
		if !ok || types.Tok != token.TYPE {
			continue
		}
		for _, spec := range types.Specs {
			if code == spec || code == decl && len(types.Specs) == 1 {
				return spec.(*ast.TypeSpec).Name.Name
			}
		}
	}
	return ""
}
