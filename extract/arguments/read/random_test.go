package read

// This file compares what is said of random handlers with what they do when they are compiled and run: an argument is read if
// the handler answers otherwise without it.

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/graph"
)

var (
	handlerCount = flag.Int("handlers", 120, "how many random handlers TestRandomHandlers runs")
	handlerSeed  = flag.Uint64("handlers.seed", 1, "the seed of TestRandomHandlers")
)

var keys = []string{"a", "b", "c", "d", "e", "f"}

// samples has a value of each type of JSON.
var samples = map[string]string{
	arguments.String: `"x"`, arguments.Number: `1.5`, arguments.Boolean: `true`, arguments.Array: `[1]`, arguments.Object: `{"k":1}`,
}

var jsonTypes = []string{arguments.String, arguments.Number, arguments.Boolean, arguments.Array, arguments.Object}

const helpers = `
func text(args map[string]any, key string) string {
	s, _ := args[key].(string)
	return s
}

func number(args map[string]any, key string) string {
	if n, ok := args[key].(float64); ok {
		return fmt.Sprint(n)
	}
	return ""
}

func same(args map[string]any) map[string]any {
	if args == nil {
		return map[string]any{}
	}
	return args
}

func deep(args map[string]any, key string, n int) string {
	if n > 0 {
		return deep(args, key, n-1)
	}
	return text(args, key) + number(args, key)
}

func into[T any](args map[string]any) (T, error) {
	var out T
	data, err := json.Marshal(args)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	return out, err
}

func bind(args map[string]any, v any) {
	data, _ := json.Marshal(args)
	_ = json.Unmarshal(data, v)
}

func parse(raw string) map[string]any {
	var args map[string]any
	_ = json.Unmarshal([]byte(raw), &args)
	return args
}

type reader interface{ read(map[string]any) string }

type own struct{ key string }

func (o own) read(args map[string]any) string { return text(args, o.key) }

func (o own) direct(args map[string]any) string { return number(args, "f") }
`

// A generator writes one handler.
type generator struct {
	*rand.Rand
	types strings.Builder // declared in front of the handlers
	n     int
}

func (g *generator) key() string { return keys[g.IntN(len(keys))] }

func (g *generator) goType() string {
	return []string{"string", "float64", "bool", "[]any", "map[string]any", "int"}[g.IntN(6)]
}

// record declares a struct and returns its name, and an expression for one or two of its fields.
func (g *generator) record(v string) (name, uses string) {
	g.n++
	name = fmt.Sprint("record", g.n)
	fmt.Fprintf(&g.types, "type %s struct {\n", name)
	uses = `""`
	for i, k := range g.Perm(len(keys))[:3] {
		fmt.Fprintf(&g.types, "\tF%d %s `json:%q`\n", i, []string{"string", "float64", "bool", "[]any", "any", "*string"}[g.IntN(6)], keys[k])
		if i == 0 || g.IntN(2) == 0 {
			uses += fmt.Sprintf(" + show(%s.F%d)", v, i)
		}
	}
	g.types.WriteString("}\n\n")
	return name, uses
}

// statement returns a statement that adds to out.
func (g *generator) statement() string {
	switch g.IntN(16) {
	case 0:
		return fmt.Sprintf("if v, ok := args[%q].(%s); ok {\nout += fmt.Sprint(v)\n}", g.key(), g.goType())
	case 1:
		return fmt.Sprintf("out += text(args, %q)", g.key())
	case 2:
		return fmt.Sprintf("out += fmt.Sprint(args[%q])", g.key())
	case 3:
		return fmt.Sprintf("{\nm := same(args)\nout += number(m, %q)\n}", g.key())
	case 4:
		return fmt.Sprintf("{\nget := func(key string) string { return text(args, key) }\nout += get(%q) + get(%q)\n}", g.key(), g.key())
	case 5:
		// A name in a list may be for other tools, so that it is not said that it is not offered.
		return fmt.Sprintf("for _, key := range []string{%q, %q} {\nout += fmt.Sprint(args[key])\n}", keys[g.IntN(5)], keys[g.IntN(5)])
	case 6:
		name, uses := g.record("in")
		return fmt.Sprintf("{\nvar in %s\ndata, _ := json.Marshal(args)\n_ = json.Unmarshal(data, &in)\nout += %s\n}", name, uses)
	case 7:
		name, uses := g.record("in")
		return fmt.Sprintf("{\nin, _ := into[%s](args)\nout += %s\n}", name, uses)
	case 15:
		name, uses := g.record("in")
		return fmt.Sprintf("{\nvar in %s\nbind(args, &in)\nout += %s\n}", name, uses)
	case 8:
		return fmt.Sprintf("out += deep(args, %q, 2)", g.key())
	case 9:
		return "if len(args) > 0 {\nout += \"some\"\n}"
	case 10:
		return fmt.Sprintf("switch v := args[%q].(type) {\ncase string:\nout += v\ncase bool:\nout += fmt.Sprint(v)\n}", g.key())
	case 11:
		return "out += own{}.direct(args)"
	case 12:
		return fmt.Sprintf("if _, ok := args[%q]; ok {\nout += \"there\"\n}", g.key())
	case 13:
		if g.IntN(4) == 0 {
			return fmt.Sprintf("{\nvar r reader = own{%q}\nout += r.read(args)\n}", g.key())
		}
		return fmt.Sprintf("{\nfirst := func() string { return number(args, %q) }\nout += first()\n}", g.key())
	}
	if g.IntN(4) == 0 {
		return "out += fmt.Sprint(args)"
	}
	return fmt.Sprintf("{\nother := args\nif len(out) > 3 {\nother = same(args)\n}\nout += text(other, %q)\n}", g.key())
}

// handler returns a function that takes arguments as a map or as JSON.
func (g *generator) handler(name string) string {
	head := "func " + name + "(args map[string]any) (out string) {\n"
	if g.IntN(3) == 0 {
		head = "func " + name + "(raw string) (out string) {\nargs := parse(raw)\n"
	}
	body := ""
	for range 1 + g.IntN(4) {
		body += g.statement() + "\n"
	}
	return head + body + "return out\n}\n\n"
}

func TestRandomHandlers(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(*handlerSeed, 5))}
	var handlers, main strings.Builder
	sent := make([]map[string]string, *handlerCount) // the type of each argument
	for i := range sent {
		name := fmt.Sprint("handler", i)
		text := g.handler(name)
		handlers.WriteString(text)
		sent[i] = make(map[string]string)
		values := make(map[string]json.RawMessage)
		for _, k := range keys {
			sent[i][k] = jsonTypes[g.IntN(len(jsonTypes))]
			values[k] = json.RawMessage(samples[sent[i][k]])
		}
		data, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		call := name + "(parse(s))"
		if strings.Contains(text, "(raw string)") {
			call = name + "(s)"
		}
		fmt.Fprintf(&main, "observe(%q, func(s string) string { return %s })\n", data, call)
	}
	source := "package main\n\nimport (\n\"encoding/json\"\n\"fmt\"\n)\n" + helpers + `
func show(v any) string {
	if s, ok := v.(*string); ok {
		if s == nil {
			return ""
		}
		v = *s
	}
	return fmt.Sprint(v)
}
` + g.types.String() + handlers.String() + `
func observe(sent string, handle func(string) string) {
	var values map[string]json.RawMessage
	_ = json.Unmarshal([]byte(sent), &values)
	all := handle(sent)
	for _, key := range []string{"` + strings.Join(keys, `", "`) + `"} {
		kept := values[key]
		delete(values, key)
		less, _ := json.Marshal(values)
		if handle(string(less)) != all {
			fmt.Print(key)
		}
		values[key] = kept
	}
	fmt.Println()
}

func main() {
` + main.String() + "}\n"
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	read := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	j := arguments.Join([]*arguments.Kept{readSource(t, file, source)})
	exact, open, wrong := 0, 0, 0
	for i := range sent {
		tool := &graph.Tool{Name: "t", Handler: fmt.Sprint("main.handler", i), Closed: true, Unread: true}
		for _, k := range keys[:5] { // the last one is not offered
			tool.Params = append(tool.Params, graph.Param{Path: k, Type: sent[i][k]})
		}
		if _, _, known := j.Of(tool.Handler); !known {
			open++
			continue // nothing is said
		}
		m := &arguments.Mismatch{}
		if list := arguments.Compare([]*graph.Tool{tool}, j, func(id string) string { return id }); len(list) > 0 {
			m = list[0]
		}
		none := !slices.ContainsFunc(keys, func(k string) bool { return strings.Contains(read[i], k) })
		for _, k := range keys {
			happens := strings.Contains(read[i], k)
			isMistaken := slices.ContainsFunc(m.Mistaken, func(w arguments.Mistaken) bool { return w.Param.Path == k })
			isUnread := slices.ContainsFunc(m.Unread, func(p *graph.Param) bool { return p.Path == k })
			isUnoffered := slices.ContainsFunc(m.Unoffered, func(u arguments.Use) bool { return u.Name == k })
			offered := k != "f"
			switch {
			case happens && (isMistaken || isUnread || !offered && !isUnoffered && m.Lost == nil):
				t.Errorf("handler%d reads %q, and that is denied:\n%s", i, k, handlerText(source, i))
			case happens || isMistaken || isUnread || m.Lost != nil:
			case offered && !none && sent[i][k] != "":
				// It is said to be read, and taken for its type.
				t.Errorf("handler%d does not read %q, and nothing says so:\n%s", i, k, handlerText(source, i))
			}
			if isMistaken {
				wrong++
			}
		}
		if m.Lost != nil {
			open++
		} else {
			exact++
		}
	}
	t.Logf("%d handlers of which all is known, %d of which it is not, %d arguments that are mistaken", exact, open, wrong)
}

// handlerText returns the text of a handler.
func handlerText(source string, i int) string {
	_, text, _ := strings.Cut(source, fmt.Sprintf("func handler%d(", i))
	text, _, _ = strings.Cut(text, "\n}\n")
	return text
}
