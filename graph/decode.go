package graph

// This file reads graph files: the JSON form of json.go, Agentproof's files
// among them. Files of whole programs are read by program.go.
//
// Decoding has two phases. The first reads the text and keeps every reference
// by name and offset, since a file may list edges before nodes; the second
// resolves them. Both are linear.

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph/reason"
)

// Decode reads one workflow from the JSON text data; file is the name in
// positions. The result has passed Check, except for what the file says: that nodes
// share a name, with name beside id, and that there is no entry, with null.
//
// Errors are an ErrorList with file:line:col: text that is no JSON, keys that
// have no meaning or occur twice, values of a wrong type, ids that occur twice,
// references to ids that do not exist, an entry that is missing.
//
// Elements without a position of their own get the one that they have in the
// file, so that a finding about a graph file points into it; a position in the
// file wins, for files that a tool wrote about code.
//
// A file without the key branches says its branches through the kinds of its
// edges. The edges of one node that are alternatives make one Branch, which is
// not Complete, because the file does not say what the router returns:
//
//   - its CONDITIONAL edges;
//   - its LOOP edges, if they have a condition, or the node is a ROUTER, or it
//     has CONDITIONAL edges;
//   - its LOOP edges and its only DIRECT or PARALLEL edge, if it has no
//     CONDITIONAL edge and is no ROUTER: go round again or go on. (Of a ROUTER
//     the DIRECT edge stays what structure/router-shape is about.)
//
// All other edges are unconditional. A file without exit_ids has its nodes of
// kind exit as exits; one without mode or engine leaves them unspecified.
// A null stands for a missing key, but for that of an entry. The metadata of nodes and edges is kept as
// text; tool_defs that no node refers to are not kept.
func Decode(file string, data []byte) (*Workflow, error) {
	return decode(newScanner(file, 1, data))
}

// DecodeLines reads a program from each line of r that is not blank, as DecodeProgram
// does, with the position of the line in the file. A bad line gives its error,
// and the lines after it are read nevertheless; a read error ends the sequence.
func DecodeLines(file string, r io.Reader) iter.Seq2[*Program, error] {
	return func(yield func(*Program, error) bool) {
		in := bufio.NewReader(r)
		for line := 1; ; line++ {
			text, err := in.ReadBytes('\n')
			text = bytes.TrimSuffix(text, []byte("\n"))
			if len(bytes.TrimSpace(text)) > 0 && (err == nil || err == io.EOF) {
				if !yield(decodeProgram(file, line, text)) {
					return
				}
			}
			if err != nil && err != io.EOF {
				yield(nil, err)
			}
			if err != nil {
				return
			}
		}
	}
}

// UnmarshalJSON reads what MarshalJSON writes, as Decode does; positions have
// no file name.
func (w *Workflow) UnmarshalJSON(data []byte) error {
	read, err := Decode("", data)
	if err != nil {
		return err
	}
	*w = *read
	return nil
}

// decode reads one workflow, which is the whole text.
func decode(s *scanner) (*Workflow, error) {
	doc := readDocument(s)
	s.end()
	if s.err != nil {
		return nil, ErrorList{s.err}
	}
	w := doc.complete()
	if err := doc.d.list.err(); err != nil {
		return nil, err
	}
	return w, nil
}

// A fileDocument is a workflow with the tools and bodies that it defines.
type fileDocument struct {
	d   *decoder
	top *fileGraph
}

// readDocument reads a workflow object.
func readDocument(s *scanner) *fileDocument {
	d := &decoder{s: s}
	return &fileDocument{d, d.workflow(true)}
}

// complete resolves all references. What is wrong goes to the list of the decoder.
func (doc *fileDocument) complete() *Workflow {
	d := doc.d
	d.tools()
	w := d.resolve(doc.top)
	for _, sub := range d.subs {
		d.resolve(sub)
	}
	if len(d.list) > 0 {
		return w
	}
	var list ErrorList
	if err := Check(w); errors.As(err, &list) && (list.HasOther(CodeDuplicateNode, CodeEntry) || slices.ContainsFunc(w.All(), hasMoreEntries)) {
		d.list = list
	}
	return w
}

// hasMoreEntries reports whether a workflow has an entry beside its own.
func hasMoreEntries(w *Workflow) bool {
	for i := range w.Nodes {
		if w.Entry != None && NodeID(i) != w.Entry && w.Nodes[i].Kind == KindEntry {
			return true
		}
	}
	return false
}

type (
	// A decoder holds what concerns a whole file.
	decoder struct {
		s       *scanner
		list    ErrorList
		defs    []Tool
		hashed  []hashRef
		form    int // the version that the file names, 0 for none
		subs    []*fileGraph
		byName  map[string]*Tool // definitions by name; nil for a name that has two
		defined []*Tool
	}
	// A name is a reference with its offset; -1 is none.
	name struct {
		text string
		off  int
	}
	// A fileGraph is a workflow whose references are not resolved.
	fileGraph struct {
		w          *Workflow
		off        int
		entry      name
		noEntry    bool // entry_id is null
		exits      []name
		allExits   bool // exit_ids is missing
		implicit   bool // branches is missing
		nodes      []nodeRefs
		edges      []edgeRefs
		branches   []name
		interrupts []name
		jumps      []jumpRefs
		inputs     []edgeRefs
		unknowns   []name
	}
	nodeRefs struct {
		id    name
		tools []name
		ids   []idRef
		sub   idRef
	}
	edgeRefs struct {
		source, target name
		branch         idRef
	}
	jumpRefs struct {
		from   name
		branch idRef
	}
	// An idRef is an index with its offset; the offset -1 is none.
	idRef struct{ n, off int }
)

var (
	noName = name{off: -1}
	noID   = idRef{n: -1, off: -1}
)

func (d *decoder) name(want string) name {
	if d.s.null() {
		return noName
	}
	d.s.next()
	off := d.s.off
	return name{d.s.str(want), off}
}

func (d *decoder) idRef() idRef {
	if d.s.null() {
		return noID
	}
	d.s.next()
	off := d.s.off
	return idRef{d.s.integer(), off}
}

// text reads a string that may be null.
func (d *decoder) text(to *string) {
	if !d.s.null() {
		*to = d.s.str("a string")
	}
}

// reason reads why something is not known, in words.
func (d *decoder) reason(to *reason.Reason) {
	var words string
	d.text(&words)
	*to = reason.Words(words)
}

func (d *decoder) flag(to *bool) {
	if !d.s.null() {
		*to = d.s.boolean()
	}
}

// array reads an array that may be null.
func (d *decoder) array(want string, element func()) {
	if !d.s.null() {
		d.s.array(want, element)
	}
}

func (d *decoder) position(to *Pos) {
	if d.s.null() {
		return
	}
	*to = ParsePos(d.s.once("a position \"file:line:col\""))
	to.File = d.s.word([]byte(to.File)) // one copy of each file name, not one a position
}

// metadata reads an object of any content.
func (d *decoder) metadata(to *string) {
	if !d.s.null() {
		*to = d.s.raw("an object")
	}
}

// enum reads one of the words, in any case.
func enum[T ~uint8](d *decoder, what string, words []string, to *T) (given bool) {
	if d.s.null() {
		return false
	}
	d.s.next()
	off := d.s.off
	word := d.s.str(what)
	v, ok := parseWord[T](words, word)
	if !ok {
		v, ok = parseWord[T](words, strings.ToLower(word))
	}
	if !ok || words[0] == "invalid" && v == 0 {
		d.s.fail(off, CodeType, "%q is no %s", word, what)
	}
	*to = v
	return true
}

// element returns the offset and the position of what follows.
func (d *decoder) element() (off int, pos Pos) {
	d.s.next()
	return d.s.off, d.s.pos(d.s.off)
}

func (d *decoder) missing(off int, what string) {
	d.s.fail(off, CodeMissing, "%s is missing", what)
}

// workflow reads a workflow object; only the top one defines tools and bodies.
// Its long switch is the list of the keys that a workflow has.
func (d *decoder) workflow(top bool) *fileGraph {
	off, pos := d.element()
	w := &Workflow{Pos: pos, Entry: None}
	g := &fileGraph{w: w, off: off, entry: noName, allExits: true, implicit: true}
	d.s.object("a workflow object", func(key string, off int) {
		switch key {
		case "name":
			d.text(&w.Name)
		case "framework":
			d.text(&w.Framework)
		case "position":
			d.position(&w.Pos)
		case "origin":
			d.position(&w.Origin)
		case "mode":
			enum(d, "mode", modeNames, &w.Mode)
		case "engine":
			d.engine(&w.Engine)
		case "entry_id":
			if g.noEntry = d.s.null(); !g.noEntry {
				g.entry = d.name("the id of a node")
			}
		case "exit_ids":
			g.allExits = d.s.null()
			if !g.allExits {
				d.array("a list of ids", func() { g.exits = append(g.exits, d.name("the id of a node")) })
			}
		case "nodes":
			d.array("a list of nodes", func() { d.node(g) })
		case "edges":
			d.array("a list of edges", func() { d.edge(g) })
		case "branches":
			g.implicit = d.s.null()
			if !g.implicit {
				d.array("a list of branches", func() { d.branch(g) })
			}
		case "interrupts":
			d.array("a list of interrupts", func() { d.interrupt(g) })
		case "jumps":
			d.array("a list of jumps", func() { d.jump(g) })
		case "inputs":
			d.array("a list of inputs", func() { d.input(g) })
		case "counters":
			d.array("a list of counters", func() { d.counter(g) })
		case "unknowns":
			d.array("a list of unknowns", func() { d.unknown(g) })
		case "tool_defs", "subs":
			d.document(top, key, off)
		default:
			d.s.unknownKey(key, off)
		}
	})
	return g
}

// document reads the keys that only the top workflow of a file has.
func (d *decoder) document(top bool, key string, off int) {
	switch {
	case !top:
		d.s.fail(off, CodeKey, "%s belongs to the top of the file", key)
	case key == "subs":
		d.array("a list of workflows", func() { d.subs = append(d.subs, d.workflow(false)) })
	default:
		d.array("a list of tools", d.tool)
	}
}

// engine reads what the framework does.
func (d *decoder) engine(x *Engine) {
	if d.s.null() {
		return
	}
	d.s.object("an engine object", func(key string, off int) {
		switch key {
		case "dead_end":
			enum(d, "dead-end rule", deadEndNames, &x.DeadEnd)
		case "exit_ends":
			d.flag(&x.ExitEnds)
		case "branch_shadows":
			d.flag(&x.BranchShadows)
		case "last_branch_wins":
			d.flag(&x.LastBranchWins)
		case "unique_tools":
			d.flag(&x.UniqueTools)
		case "each_token":
			d.flag(&x.EachToken)
		case "one_run":
			d.flag(&x.OneRun)
		case "runs_on":
			d.flag(&x.RunsOn)
		case "step_limit":
			x.StepLimit = d.s.integer()
		case "limit_is_success":
			d.flag(&x.LimitIsSuccess)
		case "handovers":
			d.bound(&x.Handovers)
		default:
			d.s.unknownKey(key, off)
		}
	})
}
