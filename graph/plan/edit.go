package plan

// This file changes the text of plans.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// EditKind says what an Edit does.
type EditKind uint8

const (
	EditDrop  EditKind = iota // takes Step out
	EditMove                  // moves Step before By, which is in the same list
	EditPut                   // puts a call of Tool before Step, with Texts for arguments
	EditClean                 // puts a call of Tool before Step, which gets what Step refers to as Ref, and lets Step have what it returns
)

// An Edit is one change of a plan.
type Edit struct {
	Kind  EditKind
	Step  *Step
	By    *Step
	Tool  string
	Texts []Field // names and texts
	Ref   string
	Param string // of Tool, that gets what is cleaned
}

// String says what the edit does, in words for who proposed the plan.
func (e *Edit) String() string {
	switch e.Kind {
	case EditDrop:
		return "leave out " + e.Step.name()
	case EditMove:
		return fmt.Sprintf("move %s before %s", e.Step.name(), e.By.name())
	case EditPut:
		return fmt.Sprintf("call %q before %s", e.Tool, e.Step.name())
	}
	return fmt.Sprintf("call %q with %q before %s, and use what it returns there", e.Tool, "@"+e.Ref, e.Step.name())
}

func (s *Step) name() string {
	if s.Call != nil {
		return fmt.Sprintf("%q, which calls %q", s.Label, s.Call.Tool)
	}
	return fmt.Sprintf("%q", s.Label)
}

// Apply returns the text of a plan after the edit, whose steps are of that plan. What is not changed stays as it was,
// but for white space. It reports whether the edit can be made.
func (e *Edit) Apply(text []byte) ([]byte, bool) {
	s := newSource("", text)
	root := s.parse()
	if root == nil {
		return nil, false
	}
	list, at := locate(root, e.Step.Path)
	if list == nil {
		return nil, false
	}
	switch e.Kind {
	case EditDrop:
		list.elems = slices.Delete(list.elems, at, at+1)
	case EditMove:
		other, to := locate(root, e.By.Path)
		if other != list || to == at {
			return nil, false
		}
		list.move(at, to)
	case EditPut:
		list.elems = slices.Insert(list.elems, at, call(e.Tool, e.Texts, ""))
	case EditClean:
		name := fresh(root, e.Ref+"_"+e.Tool)
		arguments := list.elems[at].field("arguments")
		if arguments == nil || !isName(name) {
			return nil, false
		}
		arguments.replace("@"+e.Ref, "@"+name)
		list.elems = slices.Insert(list.elems, at, call(e.Tool, []Field{{Name: e.Param, Value: Value{Kind: Text, Text: "@" + e.Ref}}}, name))
	}
	var b bytes.Buffer
	root.write(&b, "")
	b.WriteByte('\n')
	return b.Bytes(), true
}

// move moves an element before another one.
func (n *node) move(at, to int) {
	e := n.elems[at]
	n.elems = slices.Delete(n.elems, at, at+1)
	if to > at {
		to--
	}
	n.elems = slices.Insert(n.elems, to, e)
}

var rounds = regexp.MustCompile(`#[0-9]+`)

// locate returns the list of steps in which the step with a path is, and its index; nil if there is none.
func locate(n *node, path string) (list *node, at int) {
	path = rounds.ReplaceAllString(path, "") // all rounds of a loop have one text
	for part := range strings.FieldsFuncSeq(path, func(r rune) bool { return strings.ContainsRune(".[]", r) }) {
		i, err := strconv.Atoi(part)
		switch {
		case err != nil:
			list, n = nil, n.field(part)
		case i < len(n.elems):
			list, at, n = n, i, n.elems[i]
		default:
			return nil, 0
		}
		if n == nil {
			return nil, 0
		}
	}
	return list, at
}

func (n *node) field(key string) *node {
	for _, f := range n.fields {
		if f.key == key {
			return f.value
		}
	}
	return nil
}

// call returns a step that calls a tool with texts.
func call(tool string, texts []Field, bind string) *node {
	word := func(text string) *node { return &node{kind: '"', text: text} }
	n := &node{kind: '{', fields: []entry{{key: "label", value: word(tool)}, {key: "toolName", value: word(tool)}}}
	if len(texts) > 0 {
		args := &node{kind: '{'}
		for _, f := range texts {
			args.fields = append(args.fields, entry{key: f.Name, value: word(f.Value.Text)})
		}
		n.fields = append(n.fields, entry{key: "arguments", value: args})
	}
	if bind != "" {
		n.fields = append(n.fields, entry{key: "resultBinding", value: word(bind)})
	}
	return n
}

// replace puts one text in the place of another, in all of n.
func (n *node) replace(old, text string) {
	if n.kind == '"' && n.text == old {
		n.text = text
	}
	for _, e := range n.elems {
		e.replace(old, text)
	}
	for _, f := range n.fields {
		f.value.replace(old, text)
	}
}

// fresh returns a name for a result that no text in the plan is: name itself, or with a number behind it.
func fresh(root *node, name string) string {
	for i, try := 2, name; ; i, try = i+1, name+strconv.Itoa(i) {
		if !root.says(try) {
			return try
		}
	}
}

// says reports whether a text in n is text, or a reference to what has that name.
func (n *node) says(text string) bool {
	return n.kind == '"' && strings.TrimPrefix(n.text, "@") == text ||
		slices.ContainsFunc(n.elems, func(e *node) bool { return e.says(text) }) ||
		slices.ContainsFunc(n.fields, func(f entry) bool { return f.value.says(text) })
}

// write writes n as JSON: a list of objects has a line for each, and all else is on one.
func (n *node) write(b *bytes.Buffer, indent string) {
	switch n.kind {
	case '{':
		n.writeObject(b, indent)
	case '[':
		n.writeList(b, indent)
	case '"':
		b.Write(quote(n.text))
	case 'n':
		b.WriteString("null")
	default:
		b.WriteString(n.text)
	}
}

func (n *node) writeObject(b *bytes.Buffer, indent string) {
	begin, between, end := "{", ", ", "}"
	if indent == "" && len(n.fields) > 0 { // the plan
		indent = "  "
		begin, between, end = "{\n  ", ",\n  ", "\n}"
	}
	b.WriteString(begin)
	for i, f := range n.fields {
		if i > 0 {
			b.WriteString(between)
		}
		b.Write(quote(f.key))
		b.WriteString(": ")
		f.value.write(b, indent)
	}
	b.WriteString(end)
}

func (n *node) writeList(b *bytes.Buffer, indent string) {
	lines := slices.ContainsFunc(n.elems, func(e *node) bool { return e.kind == '{' })
	b.WriteByte('[')
	for i, e := range n.elems {
		switch {
		case lines && i > 0:
			b.WriteString(",\n" + indent + "  ")
		case lines:
			b.WriteString("\n" + indent + "  ")
		case i > 0:
			b.WriteString(", ")
		}
		e.write(b, indent+"  ")
	}
	if lines {
		b.WriteString("\n" + indent)
	}
	b.WriteByte(']')
}

func quote(text string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(text) // a string has no error
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// StepAt returns the innermost step that a place in the text of the plan belongs to, nil if there is none.
func (p *Plan) StepAt(pos graph.Pos) (found *Step) {
	if pos.File != p.Pos.File {
		return nil
	}
	for s := range All(p.Steps) { // in the order of the text
		if s.Pos.Compare(pos) > 0 {
			break
		}
		found = s
	}
	return found
}
