package graph

// This file decides whether a workflow is well formed. Everything that reads
// workflows may rely on what Check accepts.

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Code names a kind of Error. Tests and callers compare codes, never texts.
type Code string

// The codes of Check.
const (
	CodeNil       Code = "nil"       // no workflow, or a tool list with a nil tool
	CodeKind      Code = "kind"      // an enumeration has a value that is none
	CodeEntry     Code = "entry"     // no entry, or more than one
	CodeExit      Code = "exit"      // an exit that is no node
	CodeDangling  Code = "dangling"  // an edge from or to no node
	CodeBranch    Code = "branch"    // a branch that does not exist, or starts elsewhere
	CodeReference Code = "reference" // an interrupt, jump or unknown at no node
	CodeCycle     Code = "cycle"     // a workflow is part of its own body
	CodeMetadata  Code = "metadata"  // metadata that is no JSON object
	CodeArgs      Code = "args"      // arguments that are no objects by tool, or of a tool that the node does not call
	CodeCounter   Code = "counter"   // a counter without a name, or a count or a range of one that does not exist
	CodeGuard     Code = "guard"     // a condition of a guard that is none, or not what the text says
	// CodeDuplicateNode is the one fault that every engine copes with, because
	// identity is by ID: two nodes have one name.
	CodeDuplicateNode Code = "duplicate-node"
)

// An Error is one fault of a workflow or of a graph file.
type Error struct {
	Pos  Pos
	Code Code
	Msg  string
}

// Error returns "file:line:col: message", without the position if none is known.
func (e *Error) Error() string {
	if e.Pos == (Pos{}) {
		return e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}

// An ErrorList is a list of faults in the order of their positions. It is
// never empty when it is returned as an error.
type ErrorList []*Error

// maxErrors is how many faults one list keeps: who has more has one cause.
const maxErrors = 10

// Error returns the faults, one a line.
func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the faults, for errors.As.
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// HasOther reports whether l has a fault with another code than the given ones.
func (l ErrorList) HasOther(codes ...Code) bool {
	return slices.ContainsFunc(l, func(e *Error) bool { return !slices.Contains(codes, e.Code) })
}

func (l *ErrorList) add(pos Pos, code Code, format string, args ...any) {
	*l = append(*l, &Error{pos, code, fmt.Sprintf(format, args...)})
}

// err returns the list as an error: sorted, without repeats, capped; nil if
// there is nothing in it.
func (l ErrorList) err() error {
	if len(l) == 0 {
		return nil
	}
	slices.SortStableFunc(l, func(a, b *Error) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Msg, b.Msg))
	})
	l = slices.CompactFunc(l, func(a, b *Error) bool { return *a == *b })
	if len(l) <= maxErrors {
		return l
	}
	return l.capped()
}

// capped keeps the first fault of each code and then the earliest others.
func (l ErrorList) capped() ErrorList {
	seen := make(map[Code]bool)
	keep := make([]bool, len(l))
	n := 0
	for i, e := range l {
		if !seen[e.Code] && n < maxErrors {
			seen[e.Code], keep[i] = true, true
			n++
		}
	}
	var kept ErrorList
	for i, e := range l {
		if !keep[i] && n < maxErrors {
			keep[i] = true
			n++
		}
		if keep[i] {
			kept = append(kept, e)
		}
	}
	return kept
}

// Check reports whether w and the bodies of its nodes are well formed. The
// error is an ErrorList; it has at most ten faults, sorted by position.
//
// A program can be faulty where its workflow cannot be: a framework that
// silently replaces the first of two nodes with one name lets a program declare
// both. Extraction then keeps both nodes, and Check reports CodeDuplicateNode
// at the second one; the caller turns that into a finding and goes on, for no
// engine identifies a node by name. The same holds for a workflow that a
// program gives no entry (CodeEntry), except that nothing can be said about its
// runs. Every other fault is a bug of whoever made the workflow.
//
// Check accepts any value of type Workflow without a panic, and is linear.
func Check(w *Workflow) error {
	if w == nil {
		return ErrorList{{Code: CodeNil, Msg: "no workflow"}}
	}
	var c checker
	c.parts.add(w)
	for i := 0; i < len(c.parts.list); i++ {
		c.w = c.parts.list[i]
		c.ends()
		c.nodes()
		c.branches()
		c.edges()
		c.references()
		c.counters()
	}
	if c.bodies {
		c.cycles(w)
	}
	return c.list.err()
}

// A checker collects the faults of one workflow after the other.
type checker struct {
	w      *Workflow
	list   ErrorList
	parts  once[*Workflow] // the workflow and the bodies that were found so far
	bodies bool            // there is a body
}

func (c *checker) isNode(n NodeID) bool { return 0 <= n && int(n) < len(c.w.Nodes) }

// pos returns p, or the position of the workflow if p is none.
func (c *checker) pos(p Pos) Pos {
	if p == (Pos{}) {
		return c.w.Pos
	}
	return p
}

func (c *checker) nodes() {
	if c.w.Mode > ModeAll || c.w.Engine.DeadEnd > DeadEndExits {
		c.list.add(c.w.Pos, CodeKind, "workflow %q has an invalid mode or dead-end rule", c.w.Name)
	}
	names := newNameTable(len(c.w.Nodes))
	for i := range c.w.Nodes {
		n := &c.w.Nodes[i]
		names.add(n.Name)
		if n.Kind == KindInvalid || n.Kind > KindPassthrough || n.Calls > CallsNone || n.Unheard > UnheardPerhaps || n.Bound.State > BoundPresent {
			c.list.add(c.pos(n.Pos), CodeKind, "node %q has an invalid kind, calls or bound", n.Name)
		}
		if n.Kind == KindEntry && NodeID(i) != c.w.Entry && c.isNode(c.w.Entry) {
			c.list.add(c.pos(n.Pos), CodeEntry, "node %q is a second entry beside %q", n.Name, c.w.Nodes[c.w.Entry].Name)
		}
		for _, t := range n.Tools {
			c.tool(n, t)
		}
		c.metadata(&n.Pos, n.Metadata)
		c.args(n)
		if n.Sub != nil {
			c.bodies = true
			c.parts.add(n.Sub)
		}
	}
	c.names(names.suspects())
}

// names checks that no two of the nodes that may share their name do.
func (c *checker) names(suspects []NodeID) {
	first := make(map[string]NodeID, len(suspects))
	for _, i := range suspects {
		n := &c.w.Nodes[i]
		if j, ok := first[n.Name]; ok {
			c.list.add(c.pos(n.Pos), CodeDuplicateNode, "node %q is declared twice; the other declaration is at %s", n.Name, c.w.Nodes[j].Pos)
			continue
		}
		first[n.Name] = i
	}
}

func (c *checker) tool(n *Node, t *Tool) {
	if t == nil {
		c.list.add(c.pos(n.Pos), CodeNil, "node %q lists a tool that is nil", n.Name)
		return
	}
	if h := &t.Hints; max(h.ReadOnly, h.Destructive, h.Idempotent, h.OpenWorld) > HintTrue || t.Gate.Kind > GateIgnored || t.Gate.Slip.Way > SlipUnset || t.Gate.Unanswered > UnansweredTurn {
		c.list.add(c.pos(t.Pos), CodeKind, "tool %q has an invalid hint or gate", t.Name)
	}
}

func (c *checker) metadata(p *Pos, text string) {
	if text != "" && !isObject(text) {
		c.list.add(c.pos(*p), CodeMetadata, "metadata is no JSON object")
	}
}

func (c *checker) args(n *Node) {
	if n.Args == "" {
		return
	}
	if why := n.argsFault(); why != "" {
		c.list.add(c.pos(n.Pos), CodeArgs, "args of node %q: %s", n.Name, why)
	}
}

// argsFault says what is wrong with Args, "" if nothing is.
func (n *Node) argsFault() string {
	const want = "want an object with an object for each tool"
	if !isObject(n.Args) {
		return want
	}
	r := json.NewDecoder(strings.NewReader(n.Args))
	r.Token()
	seen := make(map[string]bool)
	for r.More() {
		key, _ := r.Token()
		var args json.RawMessage
		if r.Decode(&args) != nil || !isObject(string(args)) {
			return want
		}
		tool, _ := key.(string)
		if seen[tool] {
			return fmt.Sprintf("the tool %q occurs twice", tool)
		}
		seen[tool] = true
		if !slices.ContainsFunc(n.Tools, func(t *Tool) bool { return t != nil && t.Name == tool }) {
			return fmt.Sprintf("the node does not call the tool %q", tool)
		}
	}
	return ""
}

func (c *checker) guard(p Pos, g Guard) {
	if !g.wellFormed() {
		c.list.add(c.pos(p), CodeGuard, "%s", wantCond)
	}
}

func (c *checker) ends() {
	w := c.w
	if !c.isNode(w.Entry) {
		c.list.add(w.Pos, CodeEntry, "workflow %q has no entry", w.Name)
	}
	for _, e := range w.Exits {
		if !c.isNode(e) {
			c.list.add(w.Pos, CodeExit, "workflow %q has an exit that is no node", w.Name)
		}
	}
}

func (c *checker) branches() {
	for i := range c.w.Branches {
		b := &c.w.Branches[i]
		if b.From != None && !c.isNode(b.From) {
			c.list.add(c.pos(b.Pos), CodeBranch, "branch %d starts at no node", i)
		}
		for _, v := range b.Values {
			c.guard(v.Pos, v.Guard)
		}
		if b.Together != nil {
			c.together(i, b)
		}
	}
}

// together checks the sets of values that branch i returns at once.
func (c *checker) together(i int, b *Branch) {
	if !b.Multi || !b.Complete {
		c.list.add(c.pos(b.Pos), CodeBranch, "branch %d has values that are returned together: it must be multi and complete", i)
	}
	declared := make(map[string]bool, len(b.Values))
	for _, v := range b.Values {
		declared[v.Text] = true
	}
	used := make(map[string]bool, len(b.Values))
	for _, set := range b.Together {
		if len(set) == 0 {
			c.list.add(c.pos(b.Pos), CodeBranch, "branch %d returns an empty set of values", i)
		}
		for _, text := range set {
			used[text] = true
			if !declared[text] {
				c.list.add(c.pos(b.Pos), CodeBranch, "branch %d returns %q, which is no value of it, together with others", i, text)
			}
		}
	}
	for _, v := range b.Values {
		if !used[v.Text] {
			c.list.add(c.pos(b.Pos), CodeBranch, "value %q of branch %d is in no set of values that are returned together", v.Text, i)
		}
	}
}

// edges checks ends, kinds and branches of edges.
func (c *checker) edges() {
	for i := range c.w.Edges {
		e := &c.w.Edges[i]
		c.metadata(&e.Pos, e.Metadata)
		c.guard(e.Pos, e.Guard)
		if e.Kind == EdgeInvalid || e.Kind > EdgeLoop {
			c.list.add(c.pos(e.Pos), CodeKind, "edge %d has an invalid kind", i)
		}
		if !c.isNode(e.From) || !c.isNode(e.To) {
			c.list.add(c.pos(e.Pos), CodeDangling, "edge %d leads from or to no node", i)
			continue
		}
		switch {
		case e.Branch == None:
		case e.Branch < 0 || int(e.Branch) >= len(c.w.Branches):
			c.list.add(c.pos(e.Pos), CodeBranch, "edge %q -> %q belongs to no branch of the workflow", c.w.Nodes[e.From].Name, c.w.Nodes[e.To].Name)
		case c.w.Branches[e.Branch].From != e.From:
			c.list.add(c.pos(e.Pos), CodeBranch, "edge %q -> %q belongs to a branch of another node", c.w.Nodes[e.From].Name, c.w.Nodes[e.To].Name)
		}
	}
}

func (c *checker) references() {
	bad := func(n NodeID) bool { return n != None && !c.isNode(n) }
	for _, i := range c.w.Interrupts {
		if bad(i.Node) {
			c.list.add(c.pos(i.Pos), CodeReference, "interrupt %q is at no node", i.Name)
		}
	}
	for _, j := range c.w.Jumps {
		if bad(j.From) || j.Branch != None && (j.Branch < 0 || int(j.Branch) >= len(c.w.Branches)) {
			c.list.add(c.pos(j.Pos), CodeReference, "jump to %q comes from no node or branch", j.Target)
		}
	}
	for _, x := range c.w.Inputs {
		if !c.isNode(x.From) || !c.isNode(x.To) {
			c.list.add(c.pos(x.Pos), CodeReference, "an input is at no node")
		}
	}
	for _, u := range c.w.Unknowns {
		if bad(u.Node) || u.What > UnknownBody {
			c.list.add(c.pos(u.Pos), CodeReference, "unknown (%s) is at no node or of no kind", u.Reason)
		}
	}
}

// cycles reports workflows that are part of their own body: one fault for each
// node that closes a cycle. The search keeps its own stack, since bodies may
// nest as deep as memory allows.
func (c *checker) cycles(root *Workflow) {
	type frame struct {
		w    *Workflow
		node int
	}
	const open, done = 1, 2
	state := map[*Workflow]int{root: open}
	stack := []frame{{root, 0}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.node == len(f.w.Nodes) {
			state[f.w] = done
			stack = stack[:len(stack)-1]
			continue
		}
		n := &f.w.Nodes[f.node]
		f.node++
		switch {
		case n.Sub == nil || state[n.Sub] == done:
		case state[n.Sub] == open:
			c.w = f.w
			c.list.add(c.pos(n.Pos), CodeCycle, "node %q has the workflow %q as its body, which contains it", n.Name, n.Sub.Name)
		default:
			state[n.Sub] = open
			stack = append(stack, frame{n.Sub, 0})
		}
	}
}
