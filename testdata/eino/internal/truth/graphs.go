package truth

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/cloudwego/eino/components"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/internal/fakemodel"
)

const einoPath = "github.com/cloudwego/eino/"

// A collector receives the graphs that are compiled while a program is built.
// Later ones are no part of the program's own graphs: an agent of the ADK
// compiles its inner graph when it runs first, on a goroutine of its own.
type collector struct {
	mu     sync.Mutex
	on     bool
	prefix string // of the symbols of the program
	infos  []*compose.GraphInfo
	sites  []site
}

// A site is where a program had a graph compiled.
type site struct {
	constructor string
	file, fn    string
	line        int
}

func (c *collector) start(module string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.on, c.prefix, c.infos, c.sites = true, module+"/", nil, nil
}

// OnFinish is the framework's callback.
func (c *collector) OnFinish(_ context.Context, info *compose.GraphInfo) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.on {
		c.infos = append(c.infos, info)
		c.sites = append(c.sites, callSite(c.prefix))
	}
}

func (c *collector) stop(ctx context.Context) []Workflow {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.on = false
	ws := make([]Workflow, 0, len(c.infos))
	for i, info := range c.infos {
		w := workflow(ctx, info, strings.HasPrefix(c.sites[i].constructor, "compose.Workflow"))
		s := c.sites[i]
		w.Constructor, w.File, w.Func, w.Line = s.constructor, s.file, s.fn, s.line
		ws = append(ws, *w)
	}
	return ws
}

// callSite finds the innermost frame of a program on the stack, which its prefix
// tells, and the framework function that it called.
func callSite(prefix string) site {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var last string
	for {
		f, more := frames.Next()
		if rest, ok := strings.CutPrefix(f.Function, prefix); ok {
			slash := strings.LastIndexByte(rest, '/') + 1
			pkg, fn, _ := strings.Cut(rest[slash:], ".")
			return site{shortName(last), rest[:slash] + pkg, strings.ReplaceAll(fn, "[...]", ""), f.Line}
		}
		if strings.HasPrefix(f.Function, einoPath) {
			last = f.Function
		}
		if !more {
			return site{constructor: shortName(last)}
		}
	}
}

// shortName turns the symbol of a framework function into the way that one
// writes about it: compose.Graph.Compile.
func shortName(symbol string) string {
	s := filepath.Base(symbol)
	return strings.NewReplacer("(*", "", ")", "", "[...]", "").Replace(s)
}

// workflow describes info. Whether a graph is a Workflow, which always waits
// for all predecessors, is known to its parent or its compiler only.
func workflow(ctx context.Context, info *compose.GraphInfo, isWorkflow bool) *Workflow {
	w := &Workflow{
		Name:       info.Name,
		Mode:       "any",
		Nodes:      []Node{},
		Edges:      []Edge{},
		Data:       []DataEdge{},
		Interrupts: []Interrupt{},
	}
	options(w, info)
	if isWorkflow {
		w.Mode = "all"
	}
	if w.Mode == "any" {
		w.StepLimit = cmp.Or(w.MaxSteps, len(info.Nodes)+10)
	}
	for _, id := range slices.Sorted(maps.Keys(info.Nodes)) {
		w.Nodes = append(w.Nodes, node(ctx, id, info.Nodes[id]))
	}
	edges(w, info)
	return w
}

// options applies the compile options of info to the framework's own struct
// and reads what they say.
func options(w *Workflow, info *compose.GraphInfo) {
	t := reflect.TypeOf(compose.WithGraphName("")).In(0)
	o := reflect.New(t.Elem())
	for _, opt := range info.CompileOptions {
		reflect.ValueOf(opt).Call([]reflect.Value{o})
	}
	w.MaxSteps = int(field(o, "maxRunSteps").Int())
	if field(o, "nodeTriggerMode").String() == string(compose.AllPredecessor) {
		w.Mode = "all"
	}
	w.Checkpoint = !field(o, "checkPointStore").IsNil()
	for _, gate := range []struct {
		field string
		after bool
	}{{"interruptBeforeNodes", false}, {"interruptAfterNodes", true}} {
		names := field(o, gate.field)
		for i := range names.Len() {
			name := names.Index(i).String()
			_, known := info.Nodes[name]
			w.Interrupts = append(w.Interrupts, Interrupt{name, gate.after, known})
		}
	}
}

// kinds maps the framework's components to agentvet's kinds of nodes. A
// component that is missing here is a Lambda, whose kind only its code tells.
var kinds = map[components.Component]string{
	components.ComponentOfChatModel:    "LLM",
	components.ComponentOfAgenticModel: "LLM",
	compose.ComponentOfToolsNode:       "TOOL",
	components.ComponentOfRetriever:    "TOOL",
	components.ComponentOfIndexer:      "TOOL",
	components.ComponentOfLoader:       "TOOL",
	components.ComponentOfEmbedding:    "TOOL",
	components.ComponentOfPrompt:       "PASSTHROUGH",
	components.ComponentOfTransformer:  "PASSTHROUGH",
	compose.ComponentOfPassthrough:     "PASSTHROUGH",
	compose.ComponentOfGraph:           "SUBGRAPH",
	compose.ComponentOfChain:           "SUBGRAPH",
	compose.ComponentOfWorkflow:        "SUBGRAPH",
}

func node(ctx context.Context, id string, info compose.GraphNodeInfo) Node {
	n := Node{ID: id, Component: string(info.Component), Kind: kinds[info.Component], Label: info.Name}
	switch v := info.Instance.(type) {
	case *compose.ToolsNode:
		n.Tools = toolNames(ctx, field(reflect.ValueOf(v), "tools").Interface().([]tool.BaseTool))
	case *fakemodel.Model:
		for _, t := range v.Tools() {
			n.Bound = append(n.Bound, t.Name)
		}
	}
	if info.GraphInfo != nil {
		n.Sub = workflow(ctx, info.GraphInfo, info.Component == compose.ComponentOfWorkflow)
	}
	return n
}

func edges(w *Workflow, info *compose.GraphInfo) {
	control := make(map[DataEdge]bool)
	for from, tos := range info.Edges {
		for _, to := range tos {
			control[DataEdge{from, to}] = true
			w.Edges = append(w.Edges, Edge{From: from, To: to})
		}
	}
	for from, branches := range info.Branches {
		for i, b := range branches {
			router, multi := condition(b)
			for to := range b.GetEndNode() {
				control[DataEdge{from, to}] = true
				w.Edges = append(w.Edges, Edge{From: from, To: to, Branch: true, Multi: multi, Index: i, Router: router})
			}
		}
	}
	for from, tos := range info.DataEdges {
		for _, to := range tos {
			if e := (DataEdge{from, to}); !control[e] {
				w.Data = append(w.Data, e)
			}
		}
	}
	slices.SortFunc(w.Edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(boolInt(a.Branch), boolInt(b.Branch)),
			cmp.Compare(a.Index, b.Index), cmp.Compare(a.To, b.To))
	})
	slices.SortFunc(w.Data, func(a, b DataEdge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func toolNames(ctx context.Context, tools []tool.BaseTool) []string {
	names := make([]string, 0, len(tools))
	for _, t := range tools {
		name := "?"
		if info, err := t.Info(ctx); err == nil {
			name = info.Name
		}
		names = append(names, name)
	}
	return names
}
