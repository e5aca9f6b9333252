package graph

// This file writes and reads registries: the tools of a program, as one document that the program
// can embed. A registry is a program in JSON that has tools, and perhaps why there may be others,
// with a version and with hashes:
//
//	{
//	 "version": 2,
//	 "tools": [{"name": "send_email", …, "hashes": {"description": "sha256:…", "arguments": "sha256:…"}, "position": "mail.go:31:8"}, …],
//	 "servers": [{"name": "mail", "instructions": "…", "position": "mail.go:3:7"}, …],
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

// RegistryVersion is the version of the form of registries and programs. A file without a version is of the
// first one, which is read, too: see Program.Older.
const RegistryVersion = 2

// Codes of registries, beside those of other files.
const (
	CodeVersion Code = "version" // a form that this version of agentvet does not read
	CodeHash    Code = "hash"    // a hash of something else than what stands beside it
)

// fileHashes are SHA-256 hashes of what a model is told of a tool.
type fileHashes struct {
	Description string `json:"description,omitempty"`
	Arguments   string `json:"arguments,omitempty"`
	Output      string `json:"output,omitempty"`
}

type fileServer struct {
	Name         string `json:"name"`
	Instructions string `json:"instructions,omitempty"`
	Position     string `json:"position"`
}

// EncodeRegistry writes tools, why there may be others, and the servers that have instructions, with a final newline. DecodeProgram
// reads it.
func EncodeRegistry(out io.Writer, tools []*Tool, unknowns []Unknown, servers ...Server) error {
	e := encoder{hashed: true}
	for _, t := range tools {
		e.tool(t)
	}
	e.open('{')
	e.key("version", RegistryVersion)
	e.list("tools", e.toolDefs())
	e.optional("servers", elements(&e, serverForms(servers)))
	e.optional("unknowns", elements(&e, e.unknowns(&ids{}, unknowns)))
	e.close('}')
	if e.err != nil {
		return e.err
	}
	_, err := out.Write(append(e.out.Bytes(), '\n'))
	return err
}

func serverForms(servers []Server) (forms []fileServer) {
	for _, s := range servers {
		forms = append(forms, fileServer{s.Name, s.Instructions, s.Pos.String()})
	}
	return forms
}

// AllServers returns the servers of p that have instructions. The name of one that only a run knows is "".
func (p *Program) AllServers() []Server {
	list := slices.Clone(p.Servers)
	for _, a := range p.AllAgents() {
		if a.Kind == AgentServer && a.Instructions != "" {
			name := a.Name
			if strings.HasPrefix(name, "?") {
				name = ""
			}
			list = append(list, Server{name, a.Instructions, a.Pos})
		}
	}
	return list
}

// hashesOf returns the hashes of the description, the arguments and the results of t in a form of a version, nil if it has none of these.
func hashesOf(t *Tool, version int) *fileHashes {
	h := fileHashes{HashText(t.Description), HashText(schemaText(t.Params, version)), HashText(schemaText(t.Output, version))}
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
// out, and the values that it takes, in quotes, if they are named, separated by tabs; since the second version also, on lines of their own that begin with a
// tab, what it is said to be, in quotes, and what else its schema says. Of a type with a name in Go, the line has what JSON value it takes: a type
// may get another name.
func schemaText(params []Param, version int) string {
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
		if p.Description != "" && version > 1 {
			text += "\t" + strconv.Quote(p.Description) + "\n"
		}
		for _, keyword := range p.Schema {
			if version > 1 {
				text += "\t" + keyword + "\n"
			}
		}
	}
	return text
}

// version reads the version of a registry.
func (d *decoder) version() {
	d.s.next()
	off := d.s.off
	if d.form = d.s.integer(); (d.form < 1 || d.form > RegistryVersion) && d.s.err == nil {
		d.s.fail(off, CodeVersion, "version %d is not known: this is for versions up to %d", d.form, RegistryVersion)
	}
}

// server reads one server of a registry.
func (d *decoder) server() Server {
	start, pos := d.element()
	x := Server{Pos: pos}
	named := noName
	d.s.object("a server object", func(key string, off int) {
		switch key {
		case "name":
			named = d.name("a name")
		case "instructions":
			d.text(&x.Instructions)
		case "position":
			d.position(&x.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if named == noName {
		d.missing(start, "the name of the server")
	}
	x.Name = named.text
	return x
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
		case "output":
			d.text(&ref.said.Output)
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
		if is := hashesOf(t, max(d.form, 1)); is == nil && ref.said != (fileHashes{}) || is != nil && *is != ref.said {
			d.fail(ref.off, CodeHash, "the hashes of tool %q are not those of its description and arguments: the file was edited", t.Name)
		}
	}
}
