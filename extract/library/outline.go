package library

// This file reads what surrounds the rows of a table.

import (
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// An outliner reads a text line by line.
type outliner struct {
	*outline
	family  Family // of the rows that the text may have
	roots   []string
	current []*section // what the rows of a line say, one for each root
}

// readOutline reads all lines of a text but its rows, which are of a family.
func readOutline(text string, at func(offset int) graph.Pos, of Family) *outline {
	o := &outliner{family: of, outline: &outline{byPath: make(map[string][]*section), at: at}}
	offset := 0
	for text := range strings.Lines(text) {
		o.line(line{text, offset})
		offset += len(text)
	}
	return o.outline
}

func (o *outliner) line(l line) {
	switch first := l.firstWord(); first {
	case "":
	case "root", "opaque", "client", "logger":
		o.modules(first, l.words())
	case "package":
		o.pkg(l.words())
	default:
		o.row(l, verbOf(first))
	}
}

// row notes the line of a row for the packages that it is about.
func (o *outliner) row(l line, v Verb) {
	if o.current == nil {
		o.fail(l.words()[0].errorf("want `package PATH` first"))
		o.current = []*section{} // it is said once
	}
	family := forms[v].family
	if v != VerbInvalid && o.family != AllFamilies && family != o.family {
		o.fail(l.words()[0].errorf("a row of %s is about what agentvet itself reads: want one of %s", v, strings.Join(verbNames(o.family), ", ")))
		return
	}
	for _, s := range o.current {
		switch family {
		case DataRows:
			s.data.lines = append(s.data.lines, l)
		case EffectRows:
			s.effects.lines = append(s.effects.lines, l)
		default:
			s.calls.lines = append(s.calls.lines, l) // or of no verb, which is said there
		}
	}
}

func (o *outliner) fail(m *mistake) { o.wrong = append(o.wrong, m) }

// modules reads a line that names modules.
func (o *outliner) modules(what string, words []word) {
	var paths []string
	for _, w := range words[1:] {
		paths = append(paths, w.text)
	}
	if len(paths) == 0 {
		o.fail(words[0].errorf("want `%s MODULE…`", what))
	}
	if what != "root" && o.family == DataRows {
		o.fail(words[0].errorf("a line of %s is about what agentvet itself reads", what))
	}
	switch what {
	case "root":
		o.roots, o.current = paths, nil
	case "opaque":
		o.opaque = append(o.opaque, paths...)
	case "client":
		o.clients = append(o.clients, paths...)
	case "logger":
		o.loggers = append(o.loggers, paths...)
	}
}

// pkg reads a line that names the package of the rows below it.
func (o *outliner) pkg(words []word) {
	if len(words) != 2 {
		o.fail(words[0].errorf("want `package PATH`"))
		words = append(words[:1:1], words[len(words)-1])
	}
	pkg := words[1]
	o.current = []*section{}
	switch {
	case len(o.roots) > 0:
		for _, root := range o.roots {
			o.current = append(o.current, o.section(below(root, pkg.text)))
		}
	case pkg.text == ".":
		o.fail(pkg.errorf("want `root MODULE…` above, as `package .` is the root"))
	default:
		o.current = append(o.current, o.section(pkg.text))
	}
}

// below returns the path of a package below a root.
func below(root, pkg string) string {
	if pkg == "." {
		return root
	}
	return root + "/" + pkg
}

// section returns the section of a package, one for all its `package` lines.
func (o *outliner) section(path string) *section {
	if s := o.byPath[path]; s != nil {
		return s[0]
	}
	s := &section{path: path, at: o.at}
	o.sections = append(o.sections, s)
	o.byPath[path] = []*section{s}
	if isPattern(path) {
		o.byPattern = append(o.byPattern, s)
	}
	return s
}
