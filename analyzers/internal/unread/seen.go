package unread

// This file finds the places of a package that may belong to an agent.

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/cliagents"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/graph"
)

// seen returns the places in the files of a package that are no tests, in order.
func seen(pass *analysis.Pass) []report.Seen {
	files := slices.DeleteFunc(slices.Clone(pass.Files), func(f *ast.File) bool { return inTest(pass, f) })
	s := &seer{pass: pass, serves: pass.ResultOf[servers].(map[string]bool)}
	for _, f := range files {
		s.imports(f)
	}
	s.builds(files)
	s.starts(files)
	s.implements(files)
	for _, u := range protocol.Of(pass.Pkg, pass.TypesInfo, files).Uses(pass.TypesInfo, files) {
		s.add(kindOf(u.Act), u.Pos, u.What, u.Protocol, u.Side == protocol.Server)
	}
	slices.SortFunc(s.list, report.CompareSeen)
	return slices.Compact(s.list)
}

type seer struct {
	pass   *analysis.Pass
	serves map[string]bool // roots of packages that serve tools
	list   []report.Seen
}

func (s *seer) add(kind report.SeenKind, pos token.Pos, name, of string, server bool) {
	at := s.pass.Fset.Position(pos)
	s.list = append(s.list, report.Seen{
		Kind: kind, Name: name, Of: of, Server: server, Pos: graph.Pos{File: at.Filename, Line: at.Line, Col: at.Column},
	})
}

func kindOf(act protocol.Act) report.SeenKind {
	switch act {
	case protocol.Reads:
		return report.SeenRead
	case protocol.Offers:
		return report.SeenOffer
	case protocol.Answers:
		return report.SeenAnswer
	case protocol.Remote:
		return report.SeenRemote
	}
	return report.SeenWord
}

// imports adds the imports of libraries that are not read.
func (s *seer) imports(f *ast.File) {
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		l := libraryOf(path)
		if root := rootOf(path); l == nil && s.serves[root] && !isRead(root) && !within(path, s.pass.Module.Path) {
			l = &notRead{root, "serves the tools of MCP servers"}
		}
		if l != nil && !within(s.pass.Module.Path, l.path) {
			s.add(report.SeenLibrary, spec.Pos(), l.path, "which "+l.what, false)
		}
	}
}

// builders are the kinds of rows on what a program with an agent calls: a call of one that
// comes to nothing was not understood. A model alone, a tool or an option is no agent yet.
var builders = []string{"agent", "graph", "workflow", "react", "supervisor", "planner", "team", "server"}

func isBuilder(row *library.Call) bool {
	kind, _, _ := strings.Cut(row.Kind, ":")
	return row.Verb == library.VerbNew && slices.Contains(builders, kind)
}

// builds adds the calls of what builds an agent, and of what asks a model.
func (s *seer) builds(files []*ast.File) {
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			fn, ok := s.pass.TypesInfo.Uses[id].(*types.Func)
			if !ok || fn.Pkg() == nil || fn.Pkg() == s.pass.Pkg || library.IsStandard(fn.Pkg().Path()) {
				return true
			}
			row := library.All().Call(library.KeyOf(fn.Origin()))
			if row == nil {
				if s.isStrange(fn.Pkg()) && takesTool(fn) {
					s.add(report.SeenLibrary, id.Pos(), rootOf(fn.Pkg().Path()), toldOfTools, false)
				}
				return true
			}
			name := fn.Pkg().Name() + "." + row.Name
			switch {
			case isBuilder(row):
				s.add(report.SeenBuild, id.Pos(), name, "it makes a "+strings.ReplaceAll(row.Kind, ":", " "), row.Kind == "server")
			case row.Verb == library.VerbAsk && row.Kind == "llm":
				s.add(report.SeenAsk, id.Pos(), name, "", false)
			}
			return true
		})
	}
}

// starts adds the calls that look up or start the command of an agent.
func (s *seer) starts(files []*ast.File) {
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if name, at := cliagents.Program(s.pass.TypesInfo, call); cliagents.IsCommand(name) {
					s.add(report.SeenStart, at.Pos(), name, "", false)
				}
			}
			return true
		})
	}
}
