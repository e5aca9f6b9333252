package loops_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/graph"
)

var (
	counted     = flag.Int("counted", 60, "how many random loops TestRandomCounters makes")
	countedSeed = flag.Uint64("counted.seed", 1, "their seed")
)

// TestRandomCounters makes loops that count in random ways, many of them wrong, and runs them: none may ask its model more often than
// was said.
func TestRandomCounters(t *testing.T) {
	r := rand.New(rand.NewPCG(*countedSeed, 20))
	dir := t.TempDir()
	var b bytes.Buffer
	b.WriteString(countedHead)
	for i := range *counted {
		b.WriteString(randomCounter(r, i))
	}
	b.WriteString("\nfunc main() {\n")
	for i := range *counted {
		fmt.Fprintf(&b, "\tplay(%d, func(ctx context.Context) { (&agent%d{most: %d}).run(ctx, %d) })\n", i, i, r.IntN(9), r.IntN(9))
	}
	b.WriteString("}\n")
	model, err := os.ReadFile(filepath.Join("testdata", "shapes", "model", "model.go"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"go.mod": []byte("module shapes\n\ngo 1.24\n"), "model/model.go": model, "main.go": b.Bytes()} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "run", ".")
	run.Dir = dir
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, b.String())
	}
	asked := make(map[string]int)
	for line := range strings.Lines(string(out)) {
		name, n, _ := strings.Cut(strings.TrimSpace(line), " ")
		if asked[name], err = strconv.Atoi(n); err != nil {
			t.Fatal(err)
		}
	}
	found, _, _ := loops.Find(scan(t, dir))
	known, wide := 0, 0
	for _, a := range found {
		name, _, _ := strings.Cut(a.Agent.Name, ".")
		n, ran := asked[name]
		if !ran {
			t.Errorf("%s did not run", a.Agent.Name)
		}
		if a.Agent.Bound.State != graph.BoundKnown {
			continue
		}
		known++
		if n > a.Agent.Bound.N {
			t.Errorf("%s asks its model %d times or more, and was said to ask it %s (seed %d):\n%s", name, n, a.Agent.Bound, *countedSeed, functionOf(b.String(), name))
		}
		if n < a.Agent.Bound.N {
			wide++
		}
	}
	t.Logf("%d loops, a number is known of %d, of which %d asked less often", len(found), known, wide)
	if len(found) != *counted || known < *counted/10 {
		t.Errorf("%d loops, and a number is known of %d", len(found), known)
	}
}

func functionOf(code, name string) string {
	_, rest, _ := strings.Cut(code, "type "+name+" struct")
	rest, _, _ = strings.Cut(rest, "\n// next")
	return rest
}

// randomCounter returns an agent with a loop that counts.
func randomCounter(r *rand.Rand, i int) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	kind := pick("local", "local", "field", "captured", "list", "fieldlist")
	typ, first, step := pick("int", "int", "int8", "uint8", "int64"), r.IntN(4), 1+r.IntN(2)
	down := (kind == "local" || kind == "field" || kind == "captured") && r.IntN(3) == 0
	name, declare := "n", ""
	var add func(by int) string
	add = func(by int) string {
		if down {
			return fmt.Sprintf("%s -= %d", name, by)
		}
		return fmt.Sprintf("%s += %d", name, by)
	}
	value, reset := name, ""
	switch kind {
	case "local", "captured":
		if down {
			first += 6
		}
		declare = fmt.Sprintf("var n %s = %d", typ, first)
		if kind == "local" && r.IntN(4) == 0 {
			declare, typ = "n := given", "int"
		}
		reset = fmt.Sprintf("n = %d", first)
	case "field":
		name = "a.n"
		if down {
			declare = "a.n = 7"
		}
		value, typ = "a.n", "int"
		reset = pick("a.n = 0", "a.again()", fmt.Sprintf("*a = agent%d{most: a.most}", i))
	case "list", "fieldlist":
		if name = "list"; kind == "fieldlist" {
			name = "a.list"
		} else {
			declare = pick("var list []string", "list := []string{\"a\", \"b\"}", "list := a.list")
		}
		value, typ = "len("+name+")", "int"
		add = func(by int) string {
			return fmt.Sprintf("%s = append(%s%s)", name, name, strings.Repeat(", \"x\"", by))
		}
		reset = pick(name+" = nil", name+" = "+name+"[:len("+name+")-1]")
	}
	limit := pick(strconv.Itoa(r.IntN(12)), strconv.Itoa(r.IntN(12)), "given", "a.most")
	if down {
		limit = pick("0", "1", "0", "a.most")
	}
	if limit == "given" || limit == "a.most" {
		limit = typ + "(" + limit + ")"
	}
	op := pick("<", "<=", "<", "!=")
	if down {
		op = pick(">", ">=", ">", "!=")
	}
	cond := fmt.Sprintf("%s %s %s", value, op, limit)
	if kind == "captured" && r.IntN(2) == 0 {
		declare += fmt.Sprintf("\n\tmore := func() bool {\n\t\tif !(%s) {\n\t\t\treturn false\n\t\t}\n\t\t%s\n\t\treturn true\n\t}", cond, add(step))
		cond = "more()"
	} else if kind == "captured" {
		declare += fmt.Sprintf("\n\tmore := func() bool { %s; return %s }", add(step), cond)
		cond = "more()"
	}
	count := add(step)
	switch {
	case cond == "more()":
		count = ""
	case r.IntN(6) == 0:
		count = fmt.Sprintf("if len(a.history)%%3 == 1 {\n%s\n}", count)
	case r.IntN(6) == 0:
		count = fmt.Sprintf("if len(a.history)%%2 == 1 {\n%s\n} else {\n%s\n}", count, add(step+1))
	}
	if r.IntN(5) == 0 {
		count += fmt.Sprintf("\nif len(a.history)%%5 == 4 {\n%s\n}", reset)
	}
	ask := pick("if !a.round(ctx) {\nreturn\n}", "if !a.round(ctx) {\ncontinue\n}", "a.round(ctx)")
	body := pick(ask+"\n"+count, count+"\n"+ask)
	loop := fmt.Sprintf("for %s {\n%s\n}", cond, body)
	switch r.IntN(4) {
	case 0:
		loop = fmt.Sprintf("for {\nif !(%s) {\nreturn\n}\n%s\n}", cond, body)
	case 1:
		if !strings.Contains(body, "continue") {
			loop = fmt.Sprintf("for done := false; !done; {\n%s\ndone = !(%s)\n}", body, cond)
		}
	}
	return fmt.Sprintf(`
type agent%[1]d struct {
	most, n int
	list    []string
	history []model.Message
}

func (a *agent%[1]d) run(ctx context.Context, given int) {
	%[2]s
	%[3]s
}

func (a *agent%[1]d) again() { a.n = 0 }

func (a *agent%[1]d) round(ctx context.Context) bool {
	answer, err := model.Ask(ctx, a.history, nil)
	if err != nil {
		return false
	}
	a.history = append(a.history, answer)
	for _, call := range answer.ToolCalls {
		if run := tools[call.Function.Name]; run != nil {
			a.history = append(a.history, model.Message{Role: "tool", Content: run(call.Function.Arguments)})
		}
	}
	return len(answer.ToolCalls) > 0
}
// next
`, i, declare, loop)
}

// countedHead is what the programs share. The model answers at random, and the program is done with an agent that has asked often.
const countedHead = `package main

import (
	"context"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"os"
	"strings"

	"shapes/model"
)

var tools = map[string]func(string) string{"read": read}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

type scripted struct {
	r     *rand.Rand
	calls int // of ten answers, how many have a call
	asked int
}

type enough struct{}

func (s *scripted) RoundTrip(*http.Request) (*http.Response, error) {
	if s.asked++; s.asked > 400 {
		panic(enough{})
	}
	body := "{\"choices\":[{\"message\":{\"content\":\"no\"}}]}"
	if s.r.Intn(10) < s.calls {
		body = "{\"choices\":[{\"message\":{\"tool_calls\":[{\"function\":{\"name\":\"read\",\"arguments\":\"none\"}}]}}]}"
	}
	return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// play prints how often an agent asks at most.
func play(i int, run func(context.Context)) {
	most := 0
	for seed := range 25 {
		s := &scripted{r: rand.New(rand.NewSource(int64(seed))), calls: []int{10, 8, 5, 0}[seed%4]}
		http.DefaultTransport = s
		http.DefaultClient.Transport = s
		func() {
			defer func() {
				if r := recover(); r != nil {
					if _, ok := r.(enough); !ok {
						if _, isError := r.(error); !isError {
							panic(r)
						}
					}
				}
			}()
			run(context.Background())
		}()
		most = max(most, s.asked)
	}
	fmt.Printf("agent%d %d\n", i, most)
}
`
