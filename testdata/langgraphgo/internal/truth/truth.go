// Package truth asks langgraphgo what a compiled graph is. The framework knows
// nodes, edges and the entry point; of a condition it knows only that there is one,
// so the runs of some inputs show where it leads.
package truth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/smallnest/langgraphgo/graph"
)

// END is the framework's name for the end, Start ours for the beginning.
const (
	END   = graph.END
	Start = "START"
)

// A Workflow is one graph.
type Workflow struct {
	File       string      `json:"file"` // the directory of the program
	Mode       string      `json:"mode"`
	Nodes      []Node      `json:"nodes"`
	Edges      []Edge      `json:"edges"`
	Dangling   []Edge      `json:"dangling,omitempty"` // to nodes that do not exist
	Interrupts []Interrupt `json:"interrupts,omitempty"`
}

// A Node is a function; what it does, the framework does not see.
type Node struct {
	ID string `json:"id"`
}

// An Edge of a branch is one that a condition or a command took in some run.
type Edge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Branch bool   `json:"branch,omitempty"`
}

// An Interrupt is a gate that all runs of the program have.
type Interrupt struct {
	Name  string `json:"name"`
	After bool   `json:"after"`
	Known bool   `json:"known"`
}

// maxSteps ends runs that would go on for ever.
const maxSteps = 50

// Of returns the view of a compiled graph, a runnable of the framework. Each of
// runs runs it once with the given config.
func Of(dir string, runnable any, runs ...func(context.Context, *graph.Config) error) Workflow {
	g := reflect.ValueOf(runnable).Elem().FieldByName("graph").Elem()
	w := Workflow{File: dir, Mode: "any"}
	nodes := g.FieldByName("nodes").MapKeys()
	has := map[string]bool{END: true}
	for _, k := range nodes {
		has[k.String()] = true
		w.Nodes = append(w.Nodes, Node{k.String()})
	}
	w.add(has, Edge{From: Start, To: g.FieldByName("entryPoint").String()})
	static := make(map[string][]string)
	for i := range g.FieldByName("edges").Len() {
		e := g.FieldByName("edges").Index(i)
		from, to := e.FieldByName("From").String(), e.FieldByName("To").String()
		static[from] = append(static[from], to)
		w.add(has, Edge{From: from, To: to})
	}
	conditional := make(map[string]bool)
	for _, k := range g.FieldByName("conditionalEdges").MapKeys() {
		conditional[k.String()] = true
	}
	for _, run := range runs {
		w.observe(has, static, conditional, run)
	}
	slices.SortFunc(w.Nodes, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
	for _, list := range [][]Edge{w.Edges, w.Dangling} {
		slices.SortFunc(list, func(a, b Edge) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
	return w
}

func (w *Workflow) add(has map[string]bool, e Edge) {
	list := &w.Edges
	if !has[e.From] && e.From != Start || !has[e.To] {
		list = &w.Dangling
	}
	if !slices.Contains(*list, e) {
		*list = append(*list, e)
	}
}

// observe runs the graph and notes where nodes with a condition, and those without
// edges, which command, went.
func (w *Workflow) observe(has map[string]bool, static map[string][]string, conditional map[string]bool, run func(context.Context, *graph.Config) error) {
	rec := &recorder{}
	err := rec.watch(run)
	steps := rec.steps
	if err == nil {
		steps = append(steps, []string{END})
	}
	for i := 0; i+1 < len(steps); i++ {
		var next []string // where no edge of another node of the step leads
		var choose []string
		for _, from := range steps[i] {
			if conditional[from] || len(static[from]) == 0 {
				choose = append(choose, from)
			}
		}
		for _, to := range steps[i+1] {
			if !slices.ContainsFunc(steps[i], func(n string) bool { return !slices.Contains(choose, n) && slices.Contains(static[n], to) }) {
				next = append(next, to)
			}
		}
		if len(choose) != 1 {
			continue // none, or it is not known which of them chose
		}
		for _, to := range next {
			w.add(has, Edge{From: choose[0], To: to, Branch: true})
		}
	}
	// A run that fails at a node without edges, or at a name that no node has, says
	// so.
	for _, cause := range []error{graph.ErrNodeNotFound, graph.ErrNoOutgoingEdge} {
		name, ok := strings.CutPrefix(fmt.Sprint(err), cause.Error()+": ")
		if !ok || len(steps) == 0 {
			continue
		}
		if from := steps[len(steps)-1][0]; !slices.Contains(static[from], name) {
			w.add(has, Edge{From: from, To: name, Branch: true})
		}
	}
}

// recorder notes the steps of a run.
type recorder struct {
	graph.NoOpCallbackHandler
	steps [][]string
}

type tooLong struct{}

func (r *recorder) OnGraphStep(_ context.Context, nodes string, _ any) {
	list, many := strings.CutPrefix(nodes, "step:[")
	names := []string{nodes}
	if many {
		names = strings.Fields(strings.TrimSuffix(list, "]"))
	}
	slices.Sort(names)
	if r.steps = append(r.steps, names); len(r.steps) > maxSteps {
		panic(tooLong{})
	}
}

// watch runs a graph up to the limit. Humans say yes.
func (r *recorder) watch(run func(context.Context, *graph.Config) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(tooLong); !ok {
				panic(p)
			}
			err = fmt.Errorf("more than %d steps", maxSteps)
		}
	}()
	return run(context.Background(), &graph.Config{Callbacks: []graph.CallbackHandler{r}, ResumeValue: "yes"})
}

// Encode returns the golden form of the workflows of a program.
func Encode(program string, ws []Workflow) []byte {
	data, err := json.MarshalIndent(map[string]any{"program": program, "workflows": ws}, "", "  ")
	if err != nil {
		panic(err)
	}
	return append(data, '\n')
}

// Stops notes the gate at which a run stopped.
func (w *Workflow) Stops(err error) {
	var stop *graph.GraphInterrupt
	if errors.As(err, &stop) {
		w.Interrupts = append(w.Interrupts, Interrupt{Name: stop.Node, Known: true})
	}
}
