package drawing

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/golden"
)

func load(t *testing.T, file string) *graph.Program {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := graph.DecodeProgram(filepath.Base(file), data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSVG draws workflows of files of package graph, all parts of the model and hostile names among them.
func TestSVG(t *testing.T) {
	o := Options{Sensitive: func(t *graph.Tool) bool { return t.Name == "send" }}
	for _, name := range []string{"full", "hostile", "program"} {
		p := load(t, filepath.Join("..", "..", "..", "..", "graph", "testdata", name+".json"))
		var list []*Drawing
		for _, w := range p.Workflows {
			list = append(list, Workflow(w, o))
		}
		list = append(list, Agents(p.AllAgents(), o)...)
		var first, second bytes.Buffer
		if err := WriteSVG(&first, list); err != nil {
			t.Fatal(err)
		}
		if err := WriteSVG(&second, list); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s is not drawn the same twice", name)
		}
		wellFormed(t, name, first.String())
		golden.Compare(t, filepath.Join("testdata", name+".svg"), first.String())
	}
}

// TestWay marks a way on a picture, which goes into a body and to a tool, and takes a step more than once.
func TestWay(t *testing.T) {
	w := load(t, filepath.Join("..", "..", "..", "..", "graph", "testdata", "full.json")).Workflows[0]
	d := Workflow(w, Options{ID: func(*graph.Tool) int { return 7 }})
	way := &Way{Text: "a <way> \u202eof steps", Steps: [][]Spot{{{0, 0, -1, -1}}, {{0, 1, 0, 7}, {0, 1, -1, -1}}, nil, {{1, 0, -1, -1}}, {{0, 1, -1, -1}}, {{0, 1, -1, -1}}, {{0, 1, -1, -1}}}}
	var out bytes.Buffer
	if err := WriteWay(&out, d, way); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, "way", out.String())
	golden.Compare(t, filepath.Join("testdata", "way.svg"), out.String())
}

// TestWayInside wants a way to be seen in a box that would not be unfolded without it.
func TestWayInside(t *testing.T) {
	w := &graph.Workflow{Name: "many"}
	for range mostUnfolded + 1 {
		body := &graph.Workflow{Name: "body", Nodes: []graph.Node{{Name: "step", Kind: graph.KindTool}}}
		w.Nodes = append(w.Nodes, graph.Node{Name: "outer", Kind: graph.KindSubgraph, Sub: body})
	}
	d := Workflow(w, Options{})
	last := len(d.Graphs) - 1
	for _, way := range [][][]Spot{{{{0, 0, -1, -1}}}, {{{last, 0, -1, -1}}}} {
		var out bytes.Buffer
		if err := WriteWay(&out, d, &Way{Steps: way}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), ` class="badge"`); n != 1 {
			t.Errorf("%v: %d numbers, want 1", way, n)
		}
	}
}

// wellFormed wants XML in which every element is one that draw.js makes, and nothing is hidden.
func wellFormed(t *testing.T, name, text string) {
	t.Helper()
	known := map[string]bool{"svg": true, "style": true, "g": true, "rect": true, "path": true, "polygon": true, "circle": true, "text": true, "title": true}
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if start, ok := token.(xml.StartElement); ok && !known[start.Name.Local] {
			t.Errorf("%s: an element %s", name, start.Name.Local)
		}
	}
	for _, r := range text {
		if r != '\n' && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r)) {
			t.Errorf("%s: holds %U", name, r)
		}
	}
}

// TestTexts wants all that a program says in a drawing to be of the type that shows what is hidden.
func TestTexts(t *testing.T) {
	var walk func(path string, of reflect.Type)
	walk = func(path string, of reflect.Type) {
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice:
			walk(path, of.Elem())
		case reflect.String:
			if of != reflect.TypeFor[Text]() {
				t.Errorf("%s is a %s", path, of)
			}
		case reflect.Struct:
			for i := range of.NumField() {
				if f := of.Field(i); f.Tag.Get("json") != "-" {
					walk(path+"."+f.Name, f.Type)
				}
			}
		}
	}
	walk("Drawing", reflect.TypeFor[Drawing]())
}

// TestGroups wants agents that are connected in one drawing, whose title is who delegates first.
func TestGroups(t *testing.T) {
	leaf, other := &graph.Agent{Name: "leaf"}, &graph.Agent{Name: "other"}
	left := &graph.Agent{Name: "left", SubAgents: []*graph.Agent{leaf}}
	root := &graph.Agent{Name: "root", SubAgents: []*graph.Agent{left, leaf}}
	list := Agents([]*graph.Agent{leaf, other, left, root}, Options{})
	if len(list) != 2 || list[0].Title != "root" || len(list[0].Graphs[0].Boxes) != 3 || len(list[0].Graphs[0].Edges) != 3 || list[1].Title != "other" {
		t.Errorf("drawings %+v", list)
	}
}

// TestDagre holds the library to the sum that stands beside it.
func TestDagre(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("dagre", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x  dagre.min.js\n", sha256.Sum256([]byte(Dagre))); !strings.Contains(string(readme), sum) {
		t.Errorf("dagre/README.md does not have the sum %s", sum)
	}
}
