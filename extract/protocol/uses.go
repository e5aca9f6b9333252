package protocol

// This file finds what code does with the parts of a protocol.

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
)

// An Act is what code does.
type Act uint8

const (
	Reads   Act = iota // reads which tool is to be called
	Offers             // describes a tool to the model
	Answers            // says what a call came to
	Remote             // calls a tool of a server
	Says               // has a word of a protocol
)

// A Use is a place where code speaks a protocol.
type Use struct {
	Pos      token.Pos
	Act      Act
	Protocol string
	Side     Side
	What     string // the field, the function or the word
}

// words are the texts that mean a protocol wherever they stand, and whose. That they name
// a field in a tag is no use: see Parts.
var words = map[string]struct {
	protocol string
	side     Side
}{
	"tool_calls":            {"chat completions", Model},
	"tool_call_id":          {"chat completions", Model},
	"function_call_output":  {"responses", Model},
	"tool_use":              {"Anthropic messages", Model},
	"tool_use_id":           {"Anthropic messages", Model},
	"input_json_delta":      {"Anthropic messages", Model},
	"functionResponse":      {"Gemini", Model},
	"functionDeclarations":  {"Gemini", Model},
	"function_declarations": {"Gemini", Model},
	"toolUseId":             {"Converse", Model},
	"toolSpec":              {"Converse", Model},
	"tools/call":            {"MCP", Server},
	"tools/list":            {"MCP", Server},
}

// Uses returns what the code of some files does with parts of protocols, in the order of
// their positions.
func (p *Parts) Uses(info *types.Info, files []*ast.File) []Use {
	u := &uses{parts: p, info: info, written: make(map[*ast.Ident]bool)}
	for _, file := range files {
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
				continue
			}
			ast.Inspect(decl, u.visit)
		}
	}
	slices.SortStableFunc(u.list, func(a, b Use) int { return cmp.Compare(a.Pos, b.Pos) })
	return u.list
}

type uses struct {
	parts   *Parts
	info    *types.Info
	written map[*ast.Ident]bool // names of fields that are set there
	list    []Use
}

func (u *uses) add(pos token.Pos, act Act, protocol string, side Side, what string) {
	u.list = append(u.list, Use{pos, act, protocol, side, what})
}

// visit looks at one node; a node that sets fields comes before the names of the fields.
func (u *uses) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.StructType:
		return false // its tags are no text of the program
	case *ast.CompositeLit:
		u.literal(n)
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if sel, ok := ast.Unparen(left).(*ast.SelectorExpr); ok {
				u.written[sel.Sel] = true
			}
		}
	case *ast.BasicLit:
		u.text(n)
	case *ast.Ident:
		u.name(n)
	}
	return true
}

// literal notes the fields that a literal of a struct sets: with their names, or without.
func (u *uses) literal(lit *ast.CompositeLit) {
	s, ok := under(u.info.TypeOf(lit)).(*types.Struct)
	if !ok {
		return
	}
	for i, elt := range lit.Elts {
		switch kv, keyed := elt.(*ast.KeyValueExpr); {
		case !keyed && i < s.NumFields():
			u.field(elt.Pos(), s.Field(i), true)
		case keyed:
			if key, ok := kv.Key.(*ast.Ident); ok {
				u.written[key] = true
			}
		}
	}
}

func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return element(t).Underlying()
}

func (u *uses) name(id *ast.Ident) {
	switch obj := u.info.Uses[id].(type) {
	case *types.Var:
		if obj.IsField() {
			u.field(id.Pos(), obj, u.written[id])
		}
	case *types.Func:
		if key := library.KeyOf(obj.Origin()); key != "" && obj.Pkg() != nil {
			if row := table.Call(key); row != nil && row.Kind == "remote" {
				u.add(id.Pos(), Remote, "MCP", Server, row.Name)
			}
		}
	}
}

// field notes a field that is read or set.
func (u *uses) field(pos token.Pos, v *types.Var, written bool) {
	if v.Pkg() != nil {
		u.parts.scan(v.Pkg())
	}
	f, ok := u.parts.Field(v)
	if !ok {
		return
	}
	act := Reads
	switch {
	case f.Form.Part == Call && f.Role == RoleName && !written:
	case f.Form.Part == Offer && f.Role == RoleName && written:
		act = Offers
	case f.Form.Part == Result && f.Role != RoleArgs && written:
		act = Answers
	default:
		return
	}
	u.add(pos, act, f.Form.Protocol, f.Form.Side, f.Form.said(v))
}

// said names a field for a reader: with its type, where that has a name.
func (f *Form) said(v *types.Var) string {
	if n, ok := types.Unalias(f.Type).(*types.Named); ok {
		return n.Obj().Name() + "." + v.Name()
	}
	return v.Name()
}

// text notes a word of a protocol: alone, as a step of a path such as
// choices.0.message.tool_calls, or in quotes inside a document.
func (u *uses) text(lit *ast.BasicLit) {
	text, ok := literal(lit)
	if !ok {
		return
	}
	for _, word := range wordsIn(text) {
		if w, ok := words[word]; ok {
			u.add(lit.Pos(), Says, w.protocol, w.side, word)
			return
		}
	}
}

// IsWord reports whether a text is a word that belongs to these protocols alone.
func IsWord(text string) bool {
	_, ok := words[text]
	return ok
}

// IsPath reports whether a text is a path of several steps, one of which is such a word.
func IsPath(text string) bool {
	steps := wordsIn(text)
	return len(steps) > 1 && !strings.Contains(text, `"`) && slices.ContainsFunc(steps, IsWord)
}

func wordsIn(text string) []string {
	switch {
	case !strings.ContainsAny(text, " \n\""):
		return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".#[]()", r) })
	case strings.Contains(text, `"`):
		return strings.Split(text, `"`)
	}
	return nil
}
