package graph

// This file is the JSON and text form of annotations.

import (
	"slices"
	"strings"
)

type (
	fileParam struct {
		Path     string    `json:"path"`
		Field    string    `json:"field,omitempty"`
		Type     string    `json:"type,omitempty"`
		Takes    string    `json:"takes,omitempty"`
		Enum     []string  `json:"enum,omitempty"`
		Optional bool      `json:"optional,omitempty"`
		Says     string    `json:"description,omitempty"`
		Schema   []string  `json:"schema,omitempty"`
		Sink     *fileSink `json:"sink,omitempty"`
		Sources  []string  `json:"sources,omitempty"`
		Bounds   []string  `json:"bounds,omitempty"` // "<= 1000"
		Confine  string    `json:"confine,omitempty"`
		Position string    `json:"position"`
	}
	fileSink struct {
		Forbid []string `json:"forbid"`
		Name   string   `json:"name,omitempty"`
		Unless []string `json:"unless,omitempty"`
	}
)

func paramForms(params []Param) []fileParam {
	var forms []fileParam
	for i := range params {
		p := &params[i]
		f := fileParam{Path: p.Path, Field: p.Field, Type: p.Type, Takes: p.Takes, Enum: p.Enum, Optional: p.Optional, Says: p.Description, Schema: p.Schema, Sources: p.Sources, Position: p.Pos.String()}
		if p.Sink != nil {
			f.Sink = &fileSink{p.Sink.Forbid, p.Sink.Name, p.Sink.Unless}
		}
		for _, l := range p.Bounds {
			f.Bounds = append(f.Bounds, l.String())
		}
		if p.Confine != ConfineNone {
			f.Confine = p.Confine.String()
		}
		forms = append(forms, f)
	}
	return forms
}

// params reads a list of parameters.
func (d *decoder) params(to *[]Param) {
	d.array("a list of parameters", func() { *to = append(*to, d.param()) })
}

func (d *decoder) param() Param {
	start, pos := d.element()
	p := Param{Pos: pos}
	path := noName
	d.s.object("a parameter object", func(key string, off int) {
		switch key {
		case "path":
			path = d.name("a path")
		case "field":
			d.text(&p.Field)
		case "type":
			d.text(&p.Type)
		case "takes":
			p.Takes = d.takes()
		case "enum":
			d.texts("a value", &p.Enum)
		case "optional":
			d.flag(&p.Optional)
		case "description":
			d.text(&p.Description)
		case "schema":
			d.texts("a keyword", &p.Schema)
		case "sink":
			p.Sink = d.sink()
		case "sources":
			d.texts("a label", &p.Sources)
		case "bounds":
			d.array("a list of bounds", func() { p.Bounds = append(p.Bounds, d.limit()) })
		case "confine":
			enum(d, "confinement", confineNames, &p.Confine)
		case "position":
			d.position(&p.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if path == noName {
		d.missing(start, "the path of the parameter")
	}
	p.Path = path.text
	return p
}

// maxTakes is how many lists and objects there may be around what an argument takes.
const maxTakes = 64

// takes reads what JSON value a parameter takes: see Param.
func (d *decoder) takes() (text string) {
	d.s.next()
	off := d.s.off
	d.text(&text)
	of := strings.TrimLeft(text, "[]{}")
	around := strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(text, of), "[]", ""), "{}", "")
	if around != "" || len(text)-len(of) > 2*maxTakes || !slices.Contains(takesOf, of) {
		d.s.fail(off, CodeType, "want the JSON value that is taken, such as string, []int or {}object, not %.40q", text)
	}
	return text
}

// takesOf is what an argument, or each part of it, may take.
var takesOf = []string{"", "string", "boolean", "object", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "float32", "float64"}

func (d *decoder) sink() *Sink {
	if d.s.null() {
		return nil
	}
	s := new(Sink)
	d.s.object("a sink object", func(key string, off int) {
		switch key {
		case "forbid":
			d.texts("a label, a tool or *", &s.Forbid)
		case "name":
			d.text(&s.Name)
		case "unless":
			d.texts("a sanitizer", &s.Unless)
		default:
			d.s.unknownKey(key, off)
		}
	})
	return s
}

// texts reads a list of strings; what says of what.
func (d *decoder) texts(what string, to *[]string) {
	d.array("a list of strings", func() { *to = append(*to, d.s.str(what)) })
}

// limit reads "<= 1000".
func (d *decoder) limit() Limit {
	d.s.next()
	off := d.s.off
	op, of, ok := strings.Cut(d.s.str("a bound"), " ")
	switch op {
	case "<", "<=", ">", ">=", "==":
	default:
		ok = false
	}
	if !ok || of == "" {
		d.s.fail(off, CodeType, `want a bound such as "<= 1000"`)
	}
	return Limit{op, of}
}

// String returns the parameter with its annotations, as in
// `body sink=secret|mail unless=redact`.
func (p *Param) String() string {
	if says := p.Says(); says != "" {
		return plain(p.Path) + " " + says
	}
	return plain(p.Path)
}

// Says returns the annotations of the parameter, "" if it has none.
func (p *Param) Says() string {
	var words []string
	if p.Sink != nil {
		words = append(words, alternatives("sink", p.Sink.Forbid), set("name", p.Sink.Name), alternatives("unless", p.Sink.Unless))
	}
	words = append(words, alternatives("source", p.Sources))
	for _, l := range p.Bounds {
		words = append(words, set("bound", l.String()))
	}
	if p.Confine != ConfineNone {
		words = append(words, set("confine", p.Confine.String()))
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	return strings.Join(words, " ")
}

// alternatives returns "key=a|b", or "" for none.
func alternatives(key string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	words := make([]string, len(list))
	for i, w := range list {
		words[i] = plain(w)
	}
	return key + "=" + strings.Join(words, "|")
}
