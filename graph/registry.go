package graph

// This file writes and reads registries: the tools of a program, as one document that the program
// can embed. A registry is a program in JSON that has tools, and perhaps why there may be others,
// with a version and with hashes:
//
//	{
//	 "version": 1,
//	 "tools": [{"name": "send_email", …, "hashes": {"description": "sha256:…", "arguments": "sha256:…"}, "position": "mail.go:31:8"}, …],
//	 "unknowns": [{"what": "anything", "reason": "…", "position": "box.go:3:9"}, …]
//	}

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// RegistryVersion is the version of the form of registries. A file without a version is of the
// first one.
const RegistryVersion = 1

// Codes of registries, beside those of other files.
const (
	CodeVersion Code = "version" // a form that this version of agentvet does not read
	CodeHash    Code = "hash"    // a hash of something else than what stands beside it
)

// fileHashes are SHA-256 hashes of what a model is told of a tool.
type fileHashes struct {
	Description string `json:"description,omitempty"`
	Arguments   string `json:"arguments,omitempty"`
}

// EncodeRegistry writes tools, and why there may be others, with a final newline. DecodeProgram
// reads it.
func EncodeRegistry(out io.Writer, tools []*Tool, unknowns []Unknown) error {
	e := encoder{hashed: true}
	for _, t := range tools {
		e.tool(t)
	}
	e.open('{')
	e.key("version", RegistryVersion)
	e.list("tools", e.toolDefs())
	e.optional("unknowns", elements(&e, e.unknowns(&ids{}, unknowns)))
	e.close('}')
	if e.err != nil {
		return e.err
	}
	_, err := out.Write(append(e.out.Bytes(), '\n'))
	return err
}

// hashesOf returns the hashes of the description and the arguments of t, nil if it has neither.
func hashesOf(t *Tool) *fileHashes {
	h := fileHashes{HashText(t.Description), HashText(schemaText(t.Params))}
	if h == (fileHashes{}) {
		return nil
	}
	return &h
}

// HashText returns the hash of a text as registries have it, "" for none.
func HashText(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(string([]rune(text))))) // as JSON has what is no UTF-8
}

// schemaText returns a line for each argument, sorted: its path, its type, whether it may be left
// out, and the values that it takes, in quotes, if they are named, separated by tabs. Of a type with a name in Go, the line has what JSON value it takes: a type
// may get another name.
func schemaText(params []Param) string {
	params = slices.Clone(params)
	slices.SortFunc(params, func(p, q Param) int { return cmp.Compare(p.Path, q.Path) })
	text := ""
	for i := range params {
		p := &params[i]
		typ := p.Type
		if p.Takes != "" && strings.ContainsAny(typ, "./{") {
			typ = p.Takes
		}
		text += fmt.Sprintf("%s\t%s\t%t", p.Path, typ, p.Optional)
		for _, value := range p.Enum {
			text += "\t" + strconv.Quote(value)
		}
		text += "\n"
	}
	return text
}

// version reads the version of a registry.
func (d *decoder) version() {
	d.s.next()
	off := d.s.off
	if n := d.s.integer(); n != RegistryVersion && d.s.err == nil {
		d.s.fail(off, CodeVersion, "version %d is not known: this is for version %d", n, RegistryVersion)
	}
}

// A hashRef is the hashes of a tool in a file, and where they stand.
type hashRef struct {
	tool int // index of the definition
	off  int
	said fileHashes
}

// hashes reads the hashes of the tool that is defined next.
func (d *decoder) hashes() {
	if d.s.null() {
		return
	}
	d.s.next()
	ref := hashRef{tool: len(d.defs), off: d.s.off}
	d.s.object("an object of hashes", func(key string, off int) {
		switch key {
		case "description":
			d.text(&ref.said.Description)
		case "arguments":
			d.text(&ref.said.Arguments)
		default:
			d.s.unknownKey(key, off)
		}
	})
	d.hashed = append(d.hashed, ref)
}

// checkHashes finds hashes that are not of what stands beside them: somebody has edited the file.
func (d *decoder) checkHashes() {
	for _, ref := range d.hashed {
		t := &d.defs[ref.tool]
		if is := hashesOf(t); is == nil && ref.said != (fileHashes{}) || is != nil && *is != ref.said {
			d.fail(ref.off, CodeHash, "the hashes of tool %q are not those of its description and arguments: the file was edited", t.Name)
		}
	}
}
