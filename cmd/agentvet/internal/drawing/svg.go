package drawing

// This file draws for a file: draw.js runs in Go.

import (
	_ "embed"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/agentvet/agentvet/internal/visible"
)

// The scripts and the styles of drawings, for pages.
var (
	//go:embed dagre/dagre.min.js
	Dagre string
	//go:embed dagre/LICENSE
	DagreLicense string
	//go:embed draw.js
	Script string
	//go:embed draw.css
	Style string
	//go:embed way.css
	WayStyle string
	//go:embed palette.css
	Palette string
)

// An engine draws. It keeps what the scripts have built.
type engine struct{ vm *goja.Runtime }

func newEngine() (*engine, error) {
	e := &engine{goja.New()}
	for _, script := range []string{clone, Dagre, Script} {
		if _, err := e.vm.RunString(script); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// clone is what dagre needs of a browser: it copies objects of numbers and words.
const clone = `globalThis.structuredClone = (x) => x === undefined ? x : JSON.parse(JSON.stringify(x))`

// picture is what draw.js returns: elements are [name, attributes, children...], or text.
type picture struct {
	Width, Height int
	Elements      []json.RawMessage
}

// draw returns the picture of d, with every body unfolded that can be, and with a way marked if there is one.
func (e *engine) draw(d *Drawing, way [][]Spot) (*picture, error) {
	data, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	marked, err := json.Marshal(way)
	if err != nil {
		return nil, err
	}
	e.vm.Set("data", string(data))
	e.vm.Set("way", string(marked))
	result, err := e.vm.RunString(fmt.Sprintf(`(() => {
		const d = JSON.parse(data), marked = JSON.parse(way), open = new Set(agentvetDraw.keys(d, %d).map((k) => k.key));
		if (marked) agentvetDraw.reveal(d, open, marked);
		return JSON.stringify(agentvetDraw.draw(d, open, marked));
	})()`, mostUnfolded))
	if err != nil {
		return nil, err
	}
	var p picture
	return &p, json.Unmarshal([]byte(result.String()), &p)
}

// mostUnfolded is the number of boxes whose inside a file shows; those of the others are left out, but where a
// way goes through.
const mostUnfolded = 200

// WriteSVG writes pictures as one file of SVG, below each other, each with its title. The colours
// are those of a light page, as they stand, because not every program that shows SVG knows variables.
func WriteSVG(w io.Writer, list []*Drawing) error { return writeSVG(w, list, nil) }

// A Way is what is marked on a drawing: what happens, and where its steps stand.
type Way struct {
	Text  Text
	Steps [][]Spot
}

// WriteWay writes one picture as WriteSVG does, with a way on it.
func WriteWay(w io.Writer, d *Drawing, way *Way) error { return writeSVG(w, []*Drawing{d}, way) }

func writeSVG(w io.Writer, list []*Drawing, way *Way) error {
	e, err := newEngine()
	if err != nil {
		return err
	}
	const gap = 24
	heading, class, style := 30, "", Style
	var said string
	var steps [][]Spot
	if way != nil {
		said, steps = visible.Line(string(way.Text)), way.Steps
		heading, class, style = 52, ` class="lighted"`, Style+WayStyle
	}
	var body strings.Builder
	width, y := 120, 0
	for i, d := range list {
		p, err := e.draw(d, steps)
		if err != nil {
			return fmt.Errorf("drawing %q: %w", d.Title, err)
		}
		fmt.Fprintf(&body, "<g id=\"drawing-%d\" transform=\"translate(0,%d)\">\n", i+1, y)
		title := d.heading()
		fmt.Fprintf(&body, "<text class=\"title\" x=\"16\" y=\"24\">%s</text>\n", escape(title))
		if way != nil {
			fmt.Fprintf(&body, "<text class=\"said\" x=\"16\" y=\"44\">%s</text>\n", escape(said))
		}
		fmt.Fprintf(&body, "<g%s transform=\"translate(0,%d)\">\n", class, heading)
		for _, raw := range p.Elements {
			if err := element(&body, raw); err != nil {
				return err
			}
			body.WriteByte('\n')
		}
		body.WriteString("</g>\n</g>\n")
		width = max(width, p.Width, 32+9*len([]rune(title)), 32+7*len([]rune(said)))
		y += heading + p.Height + gap
	}
	_, err = fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\">\n<style>\n%[3]s</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"%[4]s\"/>\n%[5]s</svg>\n",
		width, y, light(style+".title { font: 600 15px sans-serif; fill: var(--ink); }\n"+saidStyle(way)), light("var(--page)"), body.String())
	return err
}

// saidStyle is how the words of a way are shown, if there is one.
func saidStyle(way *Way) string {
	if way == nil {
		return ""
	}
	return ".said { font: 12px sans-serif; fill: var(--way); }\n"
}

// heading returns the words above a picture.
func (d *Drawing) heading() string {
	text, err := json.Marshal(d.Title)
	if err != nil {
		return ""
	}
	var title string
	json.Unmarshal(text, &title)
	if d.Agents && len(d.Graphs[0].Boxes) > 1 {
		title = "delegation from " + title
	}
	if d.At != "" {
		title += " (" + string(d.At) + ")"
	}
	return title
}

var colour = regexp.MustCompile(`--([a-z]+): light-dark\((#[0-9a-f]+), #[0-9a-f]+\)`)

// light returns style with the light colours of the palette in the place of variables.
func light(style string) string {
	for _, c := range colour.FindAllStringSubmatch(Palette, -1) {
		style = strings.ReplaceAll(style, "var(--"+c[1]+")", c[2])
	}
	return style
}

// element writes one element of a picture. Its names are those of draw.js; only texts and values
// of attributes can hold what a program says.
func element(b *strings.Builder, raw json.RawMessage) error {
	if raw[0] == '"' {
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return err
		}
		b.WriteString(escape(text))
		return nil
	}
	var parts []json.RawMessage
	var name string
	var attrs map[string]any
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	if err := json.Unmarshal(parts[0], &name); err != nil {
		return err
	}
	if err := json.Unmarshal(parts[1], &attrs); err != nil {
		return err
	}
	if attrs["class"] == "fold" {
		return nil // a file folds nothing
	}
	b.WriteString("<" + name)
	for _, key := range slices.Sorted(maps.Keys(attrs)) {
		if !forPage[key] {
			fmt.Fprintf(b, " %s=\"%s\"", key, escape(fmt.Sprint(attrs[key])))
		}
	}
	if len(parts) == 2 {
		b.WriteString("/>")
		return nil
	}
	b.WriteByte('>')
	for _, child := range parts[2:] {
		if err := element(b, child); err != nil {
			return err
		}
	}
	b.WriteString("</" + name + ">")
	return nil
}

// forPage are the attributes by which a page finds elements again.
var forPage = map[string]bool{"data-g": true, "data-n": true, "data-e": true, "data-key": true, "data-tool": true, "tabindex": true, "role": true, "aria-label": true}

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text))
	return b.String()
}
