package graph

// This file writes the JSON form of workflows, which form.go defines.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Encode writes w as JSON, one node, edge or tool a line, with a final newline.
// Decode reads it back to an equal workflow, which has the words of reasons
// without their codes. What Check rejects is an error and not written, except for
// what a faulty program may have: nodes that share a name, and a missing entry,
// which is written as null. It is linear.
func Encode(out io.Writer, w *Workflow) error {
	if err := Writable(w); err != nil {
		return err
	}
	var e encoder
	text := e.document(w)
	if e.err != nil {
		return e.err
	}
	_, err := out.Write(append(text, '\n'))
	return err
}

// MarshalJSON returns what Encode writes.
func (w *Workflow) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	err := Encode(&out, w)
	return out.Bytes(), err
}

// Writable returns an error for a workflow that Encode does not write.
func Writable(w *Workflow) error {
	var list ErrorList
	if err := Check(w); errors.As(err, &list) && list.HasOther(CodeDuplicateNode, CodeEntry) {
		return fmt.Errorf("workflow cannot be written: %w", list)
	}
	return nil
}

// An encoder writes one document; it numbers tools and bodies as it meets them.
type encoder struct {
	out     bytes.Buffer
	depth   int
	comma   bool // something precedes at this level
	err     error
	toolID  map[*Tool]int
	toolSet []*Tool
	subID   map[*Workflow]int
	evals   numbering[EvalID]
	values  numbering[ValueID]
	hashed  bool // tools have their hashes
}

// document returns w, its bodies and its tools as one object.
func (e *encoder) document(w *Workflow) []byte {
	all := w.All()
	e.subID = make(map[*Workflow]int, len(all))
	e.evals, e.values = make(numbering[EvalID]), make(numbering[ValueID])
	for i, sub := range all[1:] {
		e.subID[sub] = i
	}
	e.open('{')
	e.workflow(w)
	var subs [][]byte
	for _, sub := range all[1:] {
		part := encoder{toolID: e.toolID, toolSet: e.toolSet, subID: e.subID, evals: e.evals, values: e.values}
		part.open('{')
		part.workflow(sub)
		part.close('}')
		e.toolID, e.toolSet, e.err = part.toolID, part.toolSet, errors.Join(e.err, part.err)
		subs = append(subs, part.out.Bytes())
	}
	if len(e.toolSet) > 0 {
		e.list("tool_defs", e.toolDefs())
	}
	if len(subs) > 0 {
		e.list("subs", subs)
	}
	e.close('}')
	return e.out.Bytes()
}

// workflow writes the keys of w into the open object.
func (e *encoder) workflow(w *Workflow) {
	names := newIDs(w)
	e.key("name", w.Name)
	e.key("framework", w.Framework)
	e.key("position", w.Pos.String())
	if w.Origin != (Pos{}) {
		e.key("origin", w.Origin.String())
	}
	if w.Mode != ModeUnspecified {
		e.key("mode", w.Mode.String())
	}
	if w.Engine != (Engine{}) {
		e.key("engine", engineForm(w.Engine))
	}
	e.key("entry_id", names.ref(w.Entry))
	exits := make([]string, len(w.Exits))
	for i, x := range w.Exits {
		exits[i] = names.id[x]
	}
	e.key("exit_ids", exits)
	e.list("nodes", elements(e, e.nodes(names, w)))
	e.list("edges", elements(e, e.edges(names, w)))
	e.list("branches", elements(e, e.branches(names, w)))
	e.optional("interrupts", elements(e, interruptForms(names, w)))
	e.optional("jumps", elements(e, jumpForms(names, w)))
	e.optional("inputs", elements(e, inputForms(names, w)))
	e.optional("counters", elements(e, counterForms(w)))
	e.optional("unknowns", elements(e, e.unknowns(names, w.Unknowns)))
}

func engineForm(x Engine) fileEngine {
	form := fileEngine{
		ExitEnds: x.ExitEnds, BranchShadows: x.BranchShadows, LastBranchWins: x.LastBranchWins,
		UniqueTools: x.UniqueTools, EachToken: x.EachToken, OneRun: x.OneRun, RunsOn: x.RunsOn, StepLimit: x.StepLimit, LimitIsSuccess: x.LimitIsSuccess,
		Handovers: boundForm(x.Handovers),
	}
	if x.DeadEnd != DeadEndUnspecified {
		form.DeadEnd = x.DeadEnd.String()
	}
	return form
}

// nodes returns the forms of w's nodes, and numbers their tools.
func (e *encoder) nodes(names *ids, w *Workflow) []fileNode {
	forms := make([]fileNode, len(w.Nodes))
	for i := range w.Nodes {
		n := &w.Nodes[i]
		f := fileNode{
			ID: names.id[i], Kind: n.Kind.String(), Label: n.Label, Agent: n.Agent, Func: n.Func,
			Bound: boundForm(n.Bound), Generated: n.Generated, Sink: n.Sink, Join: n.Join, Events: n.Events, Position: n.Pos.String(),
			Args: json.RawMessage(n.Args), Exact: n.Exact, Metadata: json.RawMessage(n.Metadata), Final: n.Final, Missing: n.Missing, Counts: countForms(n.Counts), Passes: passForms(n.Passes),
		}
		if f.ID != n.Name {
			f.Name = &n.Name
		}
		if n.Calls != CallsUnspecified {
			f.Calls = n.Calls.String()
		}
		if n.Unheard != UnheardNever {
			f.Unheard = n.Unheard.String()
		}
		for _, t := range n.Tools {
			f.Tools = append(f.Tools, t.Name)
			f.ToolIDs = append(f.ToolIDs, e.tool(t))
		}
		if n.Sub != nil {
			// The top workflow is nobody's body: Check found no cycle.
			id := e.subID[n.Sub]
			f.Sub = &id
		}
		forms[i] = f
	}
	return forms
}

func boundForm(b Bound) any {
	switch b.State {
	case BoundKnown:
		return b.N
	case BoundNone:
		return nil
	}
	if b.By != "" {
		return fileBound{b.N, b.By}
	}
	return b.State.String()
}

func (e *encoder) edges(names *ids, w *Workflow) []fileEdge {
	forms := make([]fileEdge, len(w.Edges))
	for i := range w.Edges {
		x := &w.Edges[i]
		forms[i] = fileEdge{
			Source: names.id[x.From], Target: names.id[x.To], Kind: x.Kind.String(), Condition: x.Label,
			Branch: branchRef(&x.Branch), Guard: x.Guard.String(), When: e.when(x.Guard), Within: withinForms(x.Within), Unfollowed: unfollowedForms(x.Unfollowed), Empty: x.Empty, Position: x.Pos.String(),
			Metadata: json.RawMessage(x.Metadata),
		}
	}
	return forms
}

func branchRef(b *BranchID) *BranchID {
	if *b == None {
		return nil
	}
	return b
}

func (e *encoder) branches(names *ids, w *Workflow) []fileBranch {
	forms := make([]fileBranch, len(w.Branches))
	for i := range w.Branches {
		b := &w.Branches[i]
		forms[i] = fileBranch{
			From: names.ref(b.From), Multi: b.Multi, Func: b.Func, Complete: b.Complete, Together: b.Together, Any: b.Any, Shared: b.Shared, Position: b.Pos.String(),
		}
		for _, v := range b.Values {
			forms[i].Values = append(forms[i].Values, fileValue{v.Text, v.Guard.String(), e.when(v.Guard), v.Pos.String()})
		}
	}
	return forms
}

func interruptForms(names *ids, w *Workflow) []fileInterrupt {
	forms := make([]fileInterrupt, len(w.Interrupts))
	for i, x := range w.Interrupts {
		forms[i] = fileInterrupt{x.Name, names.ref(x.Node), x.After, x.Pos.String()}
	}
	return forms
}

func jumpForms(names *ids, w *Workflow) []fileJump {
	forms := make([]fileJump, len(w.Jumps))
	for i := range w.Jumps {
		j := &w.Jumps[i]
		forms[i] = fileJump{names.ref(j.From), j.Source, j.Target, branchRef(&j.Branch), j.Label, j.Pos.String()}
	}
	return forms
}

func inputForms(names *ids, w *Workflow) []fileInput {
	forms := make([]fileInput, len(w.Inputs))
	for i, x := range w.Inputs {
		forms[i] = fileInput{names.id[x.From], names.id[x.To], x.Pos.String()}
	}
	return forms
}

func (e *encoder) unknowns(names *ids, list []Unknown) []fileUnknown {
	forms := make([]fileUnknown, len(list))
	for i, u := range list {
		forms[i] = fileUnknown{u.What.String(), names.ref(u.Node), u.Reason.String(), u.Param, u.Pos.String()}
	}
	return forms
}

// tool returns the number of t in this document.
func (e *encoder) tool(t *Tool) int {
	id, ok := e.toolID[t]
	if !ok {
		if e.toolID == nil {
			e.toolID = make(map[*Tool]int)
		}
		id = len(e.toolSet)
		e.toolID[t] = id
		e.toolSet = append(e.toolSet, t)
	}
	return id
}

func (e *encoder) toolDefs() [][]byte {
	forms := make([]fileTool, len(e.toolSet))
	for i, t := range e.toolSet {
		forms[i] = fileTool{
			Name: t.Name, Unknown: t.Unknown.String(), Description: t.Description, Framework: t.Framework,
			Args: t.Args, Params: paramForms(t.Params), Closed: t.Closed, Title: t.Title, Result: t.Result, Output: paramForms(t.Output), Returns: paramForms(t.Returns), Sources: t.Sources,
			Handler: t.Handler, Declared: t.Declared, Inferred: t.Inferred, Needs: needForms(t.Needs), Unread: t.Unread, Outside: t.Outside, Destructive: t.Destructive, Beside: t.Beside, Events: t.Events,
			Hints: fileHints{hintForm(t.Hints.ReadOnly), hintForm(t.Hints.Destructive), hintForm(t.Hints.Idempotent), hintForm(t.Hints.OpenWorld)},
			Agent: t.Agent, Apart: t.Apart, Position: t.Pos.String(),
		}
		if t.HandlerPos.IsValid() {
			forms[i].HandlerPos = t.HandlerPos.String()
		}
		for _, w := range t.Around {
			form := fileWrapper{Func: w.Func}
			for _, n := range w.Inner {
				form.Inner = append(form.Inner, n+1)
			}
			forms[i].Around = append(forms[i].Around, form)
		}
		for _, c := range t.Captured {
			forms[i].Captured = append(forms[i].Captured, fileCapture{c.In, c.Var + 1, c.Func, c.Text})
		}
		if t.Gate != (Gate{}) {
			forms[i].Gate = gateForm(t.Gate)
		}
		if len(t.Held) > 0 {
			forms[i].Held = &fileHeld{positions(t.Held), t.HeldBy.String()}
		}
		if e.hashed {
			forms[i].Hashes = hashesOf(t, RegistryVersion)
		}
	}
	return elements(e, forms)
}

func gateForm(g Gate) *fileGate {
	form := &fileGate{Kind: g.Kind.String(), Unheeded: g.Unheeded, Unseen: g.Unseen, Position: g.Pos.String(), Slip: slipForm(g.Slip)}
	if g.Unanswered != UnansweredNone {
		form.Unanswered = g.Unanswered.String()
	}
	return form
}

func slipForm(s Slip) *fileSlip {
	if s == (Slip{}) {
		return nil
	}
	form := &fileSlip{Way: s.Way.String(), Words: s.Words, Does: s.Does, Where: s.Where}
	if s.Pos.IsValid() {
		form.Position = s.Pos.String()
	}
	return form
}

func hintForm(h Hint) *bool {
	if h == HintUnset {
		return nil
	}
	b := h == HintTrue
	return &b
}

// elements returns each form as JSON.
func elements[T any](e *encoder, forms []T) [][]byte {
	texts := make([][]byte, len(forms))
	for i := range forms {
		texts[i] = e.text(&forms[i])
	}
	return texts
}

// text returns v as JSON on one line, with <, > and & as they are.
func (e *encoder) text(v any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	e.err = errors.Join(e.err, enc.Encode(v))
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

func (e *encoder) open(bracket byte) {
	e.out.WriteByte(bracket)
	e.depth++
	e.comma = false
}

func (e *encoder) close(bracket byte) {
	e.depth--
	e.newline()
	e.out.WriteByte(bracket)
	e.comma = true
}

func (e *encoder) newline() {
	e.out.WriteByte('\n')
	e.out.WriteString(strings.Repeat("  ", e.depth))
}

// item begins a new element or key on a line of its own.
func (e *encoder) item() {
	if e.comma {
		e.out.WriteByte(',')
	}
	e.newline()
	e.comma = true
}

func (e *encoder) key(name string, value any) {
	e.item()
	fmt.Fprintf(&e.out, "%q: %s", name, e.text(value))
}

func (e *encoder) list(name string, texts [][]byte) {
	e.item()
	fmt.Fprintf(&e.out, "%q: ", name)
	if len(texts) == 0 {
		e.out.WriteString("[]")
		return
	}
	e.open('[')
	for _, text := range texts {
		e.item()
		e.out.Write(bytes.ReplaceAll(text, []byte("\n"), []byte("\n"+strings.Repeat("  ", e.depth))))
	}
	e.close(']')
}

// optional writes a list that is not empty.
func (e *encoder) optional(name string, texts [][]byte) {
	if len(texts) > 0 {
		e.list(name, texts)
	}
}

// ids gives each node of a workflow the id that it has in a file.
type ids struct{ id []string }

// newIDs names every node after itself; where a name is taken, a number follows.
func newIDs(w *Workflow) *ids {
	taken := make(map[string]bool, len(w.Nodes))
	again := make(map[string]int)
	for i := range w.Nodes {
		taken[w.Nodes[i].Name] = true
	}
	x := &ids{make([]string, len(w.Nodes))}
	first := make(map[string]bool, len(w.Nodes))
	for i := range w.Nodes {
		name := w.Nodes[i].Name
		id := name
		if first[name] {
			for k := max(2, again[name]); ; k++ {
				if id = name + "#" + strconv.Itoa(k); !taken[id] {
					again[name] = k + 1
					break
				}
			}
		}
		first[name] = true
		taken[id] = true
		x.id[i] = id
	}
	return x
}

// ref returns the id of n, or nil for None.
func (x *ids) ref(n NodeID) *string {
	if n < 0 || int(n) >= len(x.id) {
		return nil
	}
	return &x.id[n]
}
