package htmlreport

// This file writes the page.

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/drawing"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/visible"
)

var (
	//go:embed page.html
	frame string
	//go:embed page.css
	style string
	//go:embed list.js
	listScript string
	//go:embed canvas.js
	canvasScript string
	//go:embed detail.js
	detailScript string
)

// Start is how every page begins.
const Start = "<!doctype html>\n<html lang=\"en\" data-agentvet=\"report\">\n"

// Input is what a page shows. Positions of the program are relative to Dir already.
type Input struct {
	Title      string // what was checked
	Version    string // of agentvet
	Report     *report.Report
	Program    *graph.Program
	Tools      []*graph.Tool
	Options    verify.Options // effective
	Dir        string         // positions are relative to it
	Root       string         // lines of Go files in it are shown
	Recorded   bool           // the tools were compared with an inventory
	Incomplete bool           // some code was not read
	Whole      bool           // all packages of the module are there
	File       string         // a file, such as a graph file, that the user named: its lines are shown, too
	Log        *Log           // nil if there is none
}

// ToolsShown counts the tools of the program on the page: as steps and agents hold them, also those that are made in
// packages that were not read.
func (in *Input) ToolsShown() (n int) {
	for _, t := range in.Tools {
		if !t.Added() {
			n++
		}
	}
	return n
}

// Write writes the page.
func Write(w io.Writer, in Input) error {
	d := build(in)
	data, err := json.Marshal(d) // writes < and > and & of texts as \u003c and so on
	if err != nil {
		return err
	}
	layout := "/*\n" + strings.TrimSpace(drawing.DagreLicense) + "\n*/\n" + drawing.Dagre
	program := strings.Join([]string{drawing.Script, listScript, canvasScript, detailScript}, "\n")
	look := drawing.Palette + drawing.Style + drawing.WayStyle + style
	policy := fmt.Sprintf("default-src 'none'; script-src '%s' '%s'; style-src '%s'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
		sum(layout), sum(program), sum(look))
	_, err = strings.NewReplacer(
		"{{policy}}", policy,
		"{{title}}", html.EscapeString(visible.Line(in.Title)),
		"{{style}}", look,
		"{{layout}}", layout,
		"{{program}}", program,
		"{{data}}", string(data),
		"{{plain}}", plain(d),
	).WriteString(w, Start+frame)
	return err
}

// sum returns a script or a style as a policy names it.
func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(s[:])
}

// plain returns what a reader sees whose browser runs no scripts.
func plain(d *data) string {
	var b bytes.Buffer
	line := func(tag, text string) {
		fmt.Fprintf(&b, "<%s>%s</%[1]s>\n", tag, html.EscapeString(visible.Line(text)))
	}
	line("p", "Without scripts there are no drawings here. "+d.Summary.said())
	for _, f := range d.Findings {
		if f.Standing != "listed" {
			continue
		}
		line("h3", fmt.Sprintf("%s: %s: %s", f.At, f.Rule, f.Message))
		for _, s := range f.Steps {
			line("p", strings.TrimPrefix(fmt.Sprintf("%s: %s", s.At, s.Text), ": "))
		}
	}
	return b.String()
}
