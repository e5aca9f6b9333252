package policy

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

// A decoder reads one file. It collects mistakes and goes on.
type decoder struct {
	file      string // as positions name it
	src       *source
	errs      ErrorList
	nodes     int // visited, an alias as often as it is used
	ruleBytes int // bytes of the texts of rules, counted alike
}

// A field is one key of a mapping. The function read gets its value.
type field struct {
	key  string
	read func(*yaml.Node)
}

// parse returns the one document of the file, nil after a mistake.
func (d *decoder) parse() *yaml.Node {
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
	d.failAt(d.src.offset(line, col), "%s", msg)
	return nil
}

// failAt notes a mistake at an offset.
func (d *decoder) failAt(offset int, format string, args ...any) {
	line, col := d.src.position(offset)
	d.failPos(graph.Pos{File: d.file, Line: line, Col: col}, format, args...)
}

// failPos notes a mistake at a position.
func (d *decoder) failPos(pos graph.Pos, format string, args ...any) {
	d.errs = append(d.errs, &Error{Pos: pos, Msg: fmt.Sprintf(format, args...), src: d.src})
}

// fail notes a mistake at a node.
func (d *decoder) fail(n *yaml.Node, format string, args ...any) {
	d.failAt(d.src.start(n), format, args...)
}

// pos returns where a node begins.
func (d *decoder) pos(n *yaml.Node) graph.Pos {
	line, col := d.src.position(d.src.start(n))
	return graph.Pos{File: d.file, Line: line, Col: col}
}

// enter returns the node that n stands for. The result is nil if there are too
// many nodes, aliases expanded.
func (d *decoder) enter(n *yaml.Node) *yaml.Node {
	if d.nodes++; d.nodes > maxNodes {
		if d.nodes == maxNodes+1 {
			d.fail(n, "the file has more than %d values, those behind aliases counted each time", maxNodes)
		}
		return nil
	}
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// mapping reads a mapping with certain keys.
func (d *decoder) mapping(n *yaml.Node, what string, fields ...field) bool {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.key
	}
	return d.pairs(n, what, func(key, value *yaml.Node) {
		i := slices.Index(keys, key.Value)
		if i < 0 {
			d.fail(key, "%s has no key %q%s", what, key.Value, spell.DidYouMean(key.Value, keys))
			return
		}
		fields[i].read(value)
	})
}

// pairs reads a mapping with any keys, each once. It reports whether n is one.
func (d *decoder) pairs(n *yaml.Node, what string, read func(key, value *yaml.Node)) bool {
	m := d.enter(n)
	if m == nil {
		return false
	}
	if m.Kind != yaml.MappingNode {
		d.fail(n, "%s: want a mapping, not %s", what, describe(m))
		return false
	}
	first := make(map[string]*yaml.Node)
	for i := 0; i+1 < len(m.Content); i += 2 {
		key, value := m.Content[i], m.Content[i+1]
		k := d.enter(key)
		switch {
		case k == nil:
			return false
		case k.Kind != yaml.ScalarNode || k.ShortTag() != "!!str":
			d.fail(key, "%s: want a name for a key, not %s", what, describe(k))
			continue
		}
		if other := first[k.Value]; other != nil {
			line, _ := d.src.position(d.src.start(other))
			d.fail(key, "%s: the key %q is on line %d already", what, k.Value, line)
			continue
		}
		first[k.Value] = key
		read(k, value)
	}
	return true
}

// list reads a list of at least one.
func (d *decoder) list(n *yaml.Node, what string, read func(*yaml.Node)) {
	l := d.enter(n)
	switch {
	case l == nil:
	case l.Kind != yaml.SequenceNode:
		d.fail(n, "%s: want a list, not %s", what, describe(l))
	case len(l.Content) == 0:
		d.fail(n, "%s: the list is empty", what)
	default:
		for _, item := range l.Content {
			read(item)
		}
	}
}

// text reads a text that is not empty; a date is one. It returns nil after a mistake, else the
// node that holds the text.
func (d *decoder) text(n *yaml.Node, what string) *yaml.Node {
	s := d.enter(n)
	switch {
	case s == nil:
		return nil
	case s.Kind != yaml.ScalarNode || s.ShortTag() != "!!str" && s.ShortTag() != "!!timestamp":
		hint := ""
		if s.Kind == yaml.ScalarNode && s.Value != "" && s.ShortTag() != "!!null" {
			hint = "; put it in quotes"
		}
		d.fail(n, "%s: want a text, not %s%s", what, describe(s), hint)
		return nil
	case strings.TrimSpace(s.Value) == "":
		d.fail(n, "%s: the text is empty", what)
		return nil
	}
	return s
}

// string reads a text into a string, which mistakes leave as it is.
func (d *decoder) string(n *yaml.Node, what string, into *string) {
	if s := d.text(n, what); s != nil {
		*into = strings.TrimSpace(s.Value)
	}
}

// bool reads true or false.
func (d *decoder) bool(n *yaml.Node, what string, into **bool) {
	s := d.enter(n)
	if s == nil {
		return
	}
	if s.Kind != yaml.ScalarNode || s.Value != "true" && s.Value != "false" || s.ShortTag() != "!!bool" {
		d.fail(n, "%s: want true or false, not %s", what, describe(s))
		return
	}
	value := s.Value == "true"
	*into = &value
}

// oneOf reads one of several words. It returns "" after a mistake.
func (d *decoder) oneOf(n *yaml.Node, what string, words []string) string {
	s := d.text(n, what)
	if s == nil {
		return ""
	}
	if !slices.Contains(words, s.Value) {
		d.fail(n, "%s: want one of %s, not %q%s", what, strings.Join(words, ", "), s.Value, spell.DidYouMean(s.Value, words))
		return ""
	}
	return s.Value
}

// enum reads a word that stands for a value; see parseWord.
func enum[T ~uint8](d *decoder, n *yaml.Node, what string, words []string, into *T) {
	if w := d.oneOf(n, what, words[1:]); w != "" {
		*into = parseWord[T](words, w)
	}
}

// glob reads a glob. It returns nil after a mistake.
func (d *decoder) glob(n *yaml.Node, what string) *Glob {
	s := d.text(n, what)
	if s == nil {
		return nil
	}
	g, err := parseGlob(s.Value)
	if err != nil {
		d.fail(n, "%s: the pattern %q: %v", what, s.Value, err)
		return nil
	}
	return &g
}

// globs reads a list of globs.
func (d *decoder) globs(n *yaml.Node, what string, into *[]Glob) {
	d.list(n, what, func(item *yaml.Node) {
		if g := d.glob(item, what); g != nil {
			*into = append(*into, *g)
		}
	})
}

// describe says what a node is, for error texts.
func describe(n *yaml.Node) string {
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
