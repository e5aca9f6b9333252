package cliagents

// This file reads programs that start the command of an agent themselves, and tell it to ask nobody.

import (
	"cmp"
	_ "embed"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
)

//go:embed started.txt
var startedText string

// An unasked says by which arguments a command asks nobody.
type unasked struct {
	process string
	names   []string // of the command
	args    []string
	own     bool // no other program has these arguments
}

var unaskeds = readUnaskeds(startedText)

func readUnaskeds(text string) (out []unasked) {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) < 3 || f[0] == "#" {
			continue
		}
		u := unasked{process: f[0], names: strings.Split(f[1], "|"), args: f[2:]}
		if last := len(u.args) - 1; u.args[last] == "!" {
			u.args, u.own = u.args[:last], true
		}
		out = append(out, u)
	}
	return out
}

// IsCommand reports whether a program, which may be named by its path, is the command of an agent.
func IsCommand(program string) bool {
	return slices.ContainsFunc(unaskeds, func(u unasked) bool { return u.isNamed(program) })
}

// isNamed reports whether a program, which may be named by its path, is the command.
func (u *unasked) isNamed(program string) bool {
	return slices.Contains(u.names, strings.TrimSuffix(path.Base(strings.ReplaceAll(program, `\`, "/")), ".exe"))
}

// Started returns the agents that a package starts by commands, and that ask nobody before they run what their models want: it has the
// arguments that say so.
//
//	exec.Command("claude", "-p", "--dangerously-skip-permissions", prompt)
//
// Arguments under a condition say so in some runs only: then the gates of its tools are conditional.
func Started(fset *token.FileSet, info *types.Info, pkg *types.Package, files []*ast.File) []*graph.Agent {
	if !slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool { return p.Path() == "os/exec" }) {
		return nil
	}
	r := &starter{fset: fset, info: info, pkg: pkg, byFunc: make(map[string]*graph.Agent), maybe: make(map[*graph.Agent]bool)}
	for _, f := range files {
		r.collect(f)
	}
	for _, t := range r.texts {
		r.judge(t)
	}
	return r.agents
}

// A starter looks for arguments of commands.
type starter struct {
	fset   *token.FileSet
	info   *types.Info
	pkg    *types.Package
	texts  []argument // in the order of the files
	agents []*graph.Agent
	byFunc map[string]*graph.Agent // and the process, with a blank between
	maybe  map[*graph.Agent]bool   // that ask nobody in some runs only
}

// An argument is a constant text that may be an argument of a command, as it is one of a call, or an element of a list.
type argument struct {
	text   string
	next   string   // the argument behind it, if that is constant
	value  ast.Expr // the argument behind it, if that is not
	of     string   // the program that is started with it, if the call shows it
	pos    token.Pos
	fn     string   // where it stands; "" for a variable of the package
	under  ast.Expr // the innermost condition under which it does, nil if none
	beside []string // the texts of the function
}

// collect notes the constant texts of a file.
func (r *starter) collect(f *ast.File) {
	for _, decl := range f.Decls {
		name := ""
		if fn, ok := decl.(*ast.FuncDecl); ok {
			name = assembly.FuncName(funcid.OfObject(r.info.Defs[fn.Name].(*types.Func)))
		}
		var beside []string
		first := len(r.texts)
		var stack []ast.Node
		ast.Inspect(decl, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			if e, ok := n.(ast.Expr); ok {
				if text, ok := r.constant(e); ok {
					beside = append(beside, text)
					if list := r.listOf(stack, e); list != nil {
						a := argument{text: text, of: r.program(stack[len(stack)-1]), pos: e.Pos(), fn: name, under: conditionOf(stack, e)}
						if i := slices.Index(list, e); i+1 < len(list) {
							if a.next, ok = r.constant(list[i+1]); !ok {
								a.value = list[i+1]
							}
						}
						r.texts = append(r.texts, a)
					}
					return false
				}
			}
			stack = append(stack, n)
			return true
		})
		for i := first; i < len(r.texts); i++ {
			r.texts[i].beside = beside
		}
	}
}

func (r *starter) constant(e ast.Expr) (string, bool) {
	tv := r.info.Types[e]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

// listOf returns the arguments of the call, or the elements of the list, among which an expression stands, nil if it stands elsewhere or the
// call is one of the standard library that starts nothing.
func (r *starter) listOf(stack []ast.Node, e ast.Expr) []ast.Expr {
	if len(stack) == 0 {
		return nil
	}
	switch parent := stack[len(stack)-1].(type) {
	case *ast.CallExpr:
		if !slices.Contains(parent.Args, e) || !r.mayStart(parent) {
			return nil
		}
		return parent.Args
	case *ast.CompositeLit:
		switch r.info.TypeOf(parent).Underlying().(type) {
		case *types.Slice, *types.Array:
			if !r.isOfMany(parent.Elts) {
				return parent.Elts
			}
		}
	}
	return nil
}

// isOfMany reports whether a list has arguments of several agents: it says which there are, and is not the arguments of one.
func (r *starter) isOfMany(list []ast.Expr) bool {
	found := make(map[string]bool)
	for _, e := range list {
		text, _ := r.constant(e)
		for _, u := range unaskeds {
			if u.own && u.args[0] == text && len(u.args) == 1 {
				found[u.process] = true
			}
		}
	}
	return len(found) > 1
}

// mayStart reports whether a call may start a command, or be given a part of its arguments: append, one of os/exec, or one of a function that
// is not the standard library's.
func (r *starter) mayStart(call *ast.CallExpr) bool {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return false
	}
	switch fn := r.info.Uses[id].(type) {
	case *types.Builtin:
		return fn.Name() == "append"
	case *types.Func:
		return fn.Pkg() != nil && (fn.Pkg().Path() == "os/exec" || !library.IsStandard(fn.Pkg().Path()))
	case *types.Var:
		return true
	}
	return false
}

// program returns the program that a call of os/exec starts, "" if it does not show that.
func (r *starter) program(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	name, _ := Program(r.info, call)
	return name
}

// Program returns the program that a call of os/exec starts or looks up, if it is constant, and where that stands; nil if it does neither.
func Program(info *types.Info, call *ast.CallExpr) (name string, at ast.Expr) {
	fn := typeutil.StaticCallee(info, call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "os/exec" {
		return "", nil
	}
	n, ok := map[string]int{"Command": 0, "LookPath": 0, "CommandContext": 1}[fn.Name()]
	if !ok || n >= len(call.Args) {
		return "", nil
	}
	if v := info.Types[call.Args[n]].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v), call.Args[n]
	}
	return "", nil
}

// conditionOf returns the innermost condition under which something stands in its function, nil if it is done whenever the function comes there.
func conditionOf(stack []ast.Node, e ast.Expr) ast.Expr {
	var child ast.Node = e
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.IfStmt:
			if child == n.Body || child == n.Else {
				return n.Cond
			}
		case *ast.CaseClause:
			if len(n.List) > 0 && !slices.ContainsFunc(n.List, func(c ast.Expr) bool { return child == c }) {
				return n.List[0]
			}
		}
		child = stack[i]
	}
	return nil
}

// judge adds the agent to which an argument belongs.
func (r *starter) judge(a argument) {
	for _, u := range unaskeds {
		if words := strings.Fields(a.text); len(words) > 1 {
			isLine := slices.Contains([]string{"sh", "bash", "zsh", "dash", "cmd", "cmd.exe"}, path.Base(a.of))
			if isLine && slices.ContainsFunc(words, u.isNamed) && contains(words, u.args) {
				r.add(u, a)
				return
			}
			continue
		}
		open := len(u.args) > 1 && u.args[1] == "?" && a.value != nil
		if u.args[0] != a.text || len(u.args) > 1 && u.args[1] != a.next && !open {
			continue
		}
		if open {
			a.under = a.value
		}
		isMeant := u.own || slices.ContainsFunc(a.beside, u.isNamed)
		if a.of != "" {
			isMeant = u.isNamed(a.of)
		}
		if isMeant {
			r.add(u, a)
			return
		}
	}
}

// contains reports whether some words are among others, one behind the other.
func contains(words, some []string) bool {
	for i := 0; i+len(some) <= len(words); i++ {
		if slices.Equal(words[i:i+len(some)], some) {
			return true
		}
	}
	return false
}

// add adds the agent that a command is, once a function.
func (r *starter) add(u unasked, a argument) {
	at := r.fset.Position(a.pos)
	pos := graph.Pos{File: at.Filename, Line: at.Line, Col: at.Column}
	key := a.fn + " " + u.process
	g := r.byFunc[key]
	if g == nil {
		g = &graph.Agent{
			Name: u.process + " of " + cmp.Or(a.fn, r.pkg.Name()), Kind: graph.AgentLLM, Framework: process, Pos: pos,
			Bound: graph.Bound{State: graph.BoundPresent, By: "settings of " + u.process},
		}
		r.byFunc[key] = g
		r.agents = append(r.agents, g)
	} else if a.under != nil || !r.maybe[g] {
		return
	}
	r.maybe[g] = a.under != nil
	gate := graph.Gate{}
	g.Unknowns = []graph.Unknown{{What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(reason.SaysTools, u.process), Pos: pos}}
	if a.under != nil {
		gate = graph.Gate{Kind: graph.GateConditional, Pos: pos}
		g.Unknowns = append(g.Unknowns, graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(reason.AskedUnless, types.ExprString(a.under)), Pos: pos})
	}
	g.Tools = nil
	for _, b := range toolsOf(u.process) {
		t := &graph.Tool{Name: b.name, Framework: process, Declared: b.capabilities, Outside: true, Hints: b.hints, Pos: pos}
		if b.asks != "" {
			t.Gate = gate
		}
		g.Tools = append(g.Tools, t)
	}
}

// process is the framework of agents that are started by their commands.
const process = "process"

// toolsOf returns the tools that a process brings; of one of which nothing else is known, a shell.
func toolsOf(name string) (out []builtin) {
	for _, b := range known {
		if b.process == name {
			out = append(out, b)
		}
	}
	if out == nil {
		out = []builtin{{process: name, name: "shell", asks: "ask", capabilities: []string{"exec", "fs.write", "net"}, hints: graph.Hints{Destructive: graph.HintTrue}}}
	}
	return out
}

// Workflows returns the workflows of agents, each of one step.
func Workflows(agents []*graph.Agent) (out []*graph.Workflow) {
	for _, g := range agents {
		out = append(out, assembly.ModelFlow(g))
	}
	return out
}
