package policyfile

// This file walks YAML nodes and says where one is not what it should be.

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/spell"
)

// A Decoder reads one file. It collects mistakes and goes on.
type Decoder struct {
	file      string // as positions name it
	src       *source
	errs      ErrorList
	nodes     int // visited, an alias as often as it is used
	ruleBytes int // bytes of the texts of rules, counted alike
}

// A Field is one key of a mapping. The function read gets its value.
type Field struct {
	key  string
	read func(*yaml.Node)
}

// Key returns a field.
func Key(key string, read func(*yaml.Node)) Field { return Field{key, read} }

// Start returns the offset at which a node begins, behind its anchor and tag.
func (d *Decoder) Start(n *yaml.Node) int { return d.src.start(n) }

// Places returns, for each byte of the text that a node holds, and for its end, where it is in the file.
func (d *Decoder) Places(n *yaml.Node) []graph.Pos {
	offsets := d.src.places(n)
	list := make([]graph.Pos, len(offsets))
	for i, offset := range offsets {
		line, col := d.src.position(offset)
		list[i] = graph.Pos{File: d.file, Line: line, Col: col}
	}
	return list
}

// Parse returns the one document of the file, nil after a mistake.
func (d *Decoder) Parse() *yaml.Node {
	doc := new(yaml.Node)
	err := yaml.Load(d.src.text, doc)
	if err == nil {
		return doc.Content[0]
	}
	var one *yaml.LoadError
	line, col, msg := 1, 1, err.Error()
	if errors.As(err, &one) {
		msg = strings.TrimPrefix(one.Message, "yaml: ")
		if one.Mark.Line > 0 {
			line, col = one.Mark.Line, one.Mark.Column
		}
	}
	d.FailAt(d.src.offset(line, col), "%s", msg)
	return nil
}

// FailAt notes a mistake at an offset.
func (d *Decoder) FailAt(offset int, format string, args ...any) {
	line, col := d.src.position(offset)
	d.FailPos(graph.Pos{File: d.file, Line: line, Col: col}, format, args...)
}

// FailPos notes a mistake at a position.
func (d *Decoder) FailPos(pos graph.Pos, format string, args ...any) {
	d.errs = append(d.errs, &Error{Pos: pos, Msg: fmt.Sprintf(format, args...), src: d.src})
}

// Fail notes a mistake at a node.
func (d *Decoder) Fail(n *yaml.Node, format string, args ...any) {
	d.FailAt(d.src.start(n), format, args...)
}

// Pos returns where a node begins.
func (d *Decoder) Pos(n *yaml.Node) graph.Pos {
	line, col := d.src.position(d.src.start(n))
	return graph.Pos{File: d.file, Line: line, Col: col}
}

// Enter returns the node that n stands for. The result is nil if there are too
// many nodes, aliases expanded.
func (d *Decoder) Enter(n *yaml.Node) *yaml.Node {
	if d.nodes++; d.nodes > maxNodes {
		if d.nodes == maxNodes+1 {
			d.Fail(n, "the file has more than %d values, those behind aliases counted each time", maxNodes)
		}
		return nil
	}
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// Mapping reads a mapping with certain keys.
func (d *Decoder) Mapping(n *yaml.Node, what string, fields ...Field) bool {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.key
	}
	return d.Pairs(n, what, func(key, value *yaml.Node) {
		i := slices.Index(keys, key.Value)
		if i < 0 {
			d.Fail(key, "%s has no key %q%s", what, key.Value, spell.DidYouMean(key.Value, keys))
			return
		}
		fields[i].read(value)
	})
}

// Pairs reads a mapping with any keys, each once. It reports whether n is one.
func (d *Decoder) Pairs(n *yaml.Node, what string, read func(key, value *yaml.Node)) bool {
	m := d.Enter(n)
	if m == nil {
		return false
	}
	if m.Kind != yaml.MappingNode {
		d.Fail(n, "%s: want a mapping, not %s", what, Describe(m))
		return false
	}
	first := make(map[string]*yaml.Node)
	for i := 0; i+1 < len(m.Content); i += 2 {
		key, value := m.Content[i], m.Content[i+1]
		k := d.Enter(key)
		switch {
		case k == nil:
			return false
		case k.Kind != yaml.ScalarNode || k.ShortTag() != "!!str":
			d.Fail(key, "%s: want a name for a key, not %s", what, Describe(k))
			continue
		}
		if other := first[k.Value]; other != nil {
			line, _ := d.src.position(d.src.start(other))
			d.Fail(key, "%s: the key %q is on line %d already", what, k.Value, line)
			continue
		}
		first[k.Value] = key
		read(k, value)
	}
	return true
}

// List reads a list of at least one.
func (d *Decoder) List(n *yaml.Node, what string, read func(*yaml.Node)) {
	l := d.Enter(n)
	switch {
	case l == nil:
	case l.Kind != yaml.SequenceNode:
		d.Fail(n, "%s: want a list, not %s", what, Describe(l))
	case len(l.Content) == 0:
		d.Fail(n, "%s: the list is empty", what)
	default:
		for _, item := range l.Content {
			read(item)
		}
	}
}

// Text reads a text that is not empty; a date is one. It returns nil after a mistake, else the
// node that holds the text.
func (d *Decoder) Text(n *yaml.Node, what string) *yaml.Node {
	s := d.Enter(n)
	switch {
	case s == nil:
		return nil
	case s.Kind != yaml.ScalarNode || s.ShortTag() != "!!str" && s.ShortTag() != "!!timestamp":
		hint := ""
		if s.Kind == yaml.ScalarNode && s.Value != "" && s.ShortTag() != "!!null" {
			hint = "; put it in quotes"
		}
		d.Fail(n, "%s: want a text, not %s%s", what, Describe(s), hint)
		return nil
	case strings.TrimSpace(s.Value) == "":
		d.Fail(n, "%s: the text is empty", what)
		return nil
	}
	return s
}

// String reads a text into a string, which mistakes leave as it is.
func (d *Decoder) String(n *yaml.Node, what string, into *string) {
	if s := d.Text(n, what); s != nil {
		*into = strings.TrimSpace(s.Value)
	}
}

// Bool reads true or false.
func (d *Decoder) Bool(n *yaml.Node, what string, into **bool) {
	s := d.Enter(n)
	if s == nil {
		return
	}
	if s.Kind != yaml.ScalarNode || s.Value != "true" && s.Value != "false" || s.ShortTag() != "!!bool" {
		d.Fail(n, "%s: want true or false, not %s", what, Describe(s))
		return
	}
	value := s.Value == "true"
	*into = &value
}

// OneOf reads one of several words. It returns "" after a mistake.
func (d *Decoder) OneOf(n *yaml.Node, what string, words []string) string {
	s := d.Text(n, what)
	if s == nil {
		return ""
	}
	if !slices.Contains(words, s.Value) {
		d.Fail(n, "%s: want one of %s, not %q%s", what, strings.Join(words, ", "), s.Value, spell.DidYouMean(s.Value, words))
		return ""
	}
	return s.Value
}

// Enum reads a word that stands for a value; see parseWord.
func Enum[T ~uint8](d *Decoder, n *yaml.Node, what string, words []string, into *T) {
	if w := d.OneOf(n, what, words[1:]); w != "" {
		*into = parseWord[T](words, w)
	}
}

// Glob reads a glob. It returns nil after a mistake.
func (d *Decoder) Glob(n *yaml.Node, what string) *Glob {
	s := d.Text(n, what)
	if s == nil {
		return nil
	}
	g, err := parseGlob(s.Value)
	if err != nil {
		d.Fail(n, "%s: the pattern %q: %v", what, s.Value, err)
		return nil
	}
	return &g
}

// Globs reads a list of globs.
func (d *Decoder) Globs(n *yaml.Node, what string, into *[]Glob) {
	d.List(n, what, func(item *yaml.Node) {
		if g := d.Glob(item, what); g != nil {
			*into = append(*into, *g)
		}
	})
}

// Describe says what a node is, for error texts.
func Describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!null":
		return "nothing"
	case "!!int", "!!float":
		return "the number " + short(n.Value)
	case "!!bool":
		return short(n.Value)
	case "!!timestamp":
		return "the date " + short(n.Value)
	case "!!str":
		return fmt.Sprintf("%q", short(n.Value))
	}
	return "a value with the tag " + short(n.Tag)
}

// short returns the first characters of a text.
func short(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
