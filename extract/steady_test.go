package extract

// This file checks when two conditions are known to ask for one value: never, where
// anything may have changed it between the two.

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/feasible"
)

// A twoReads is a function that reads something twice.
type twoReads struct {
	name, params  string
	before        string // statements
	first         string // a condition
	between       string // statements
	second        string // a condition; as the first, if empty
	excludesOther bool   // the first cannot hold where the second does not
}

var manyReads = []twoReads{
	{"one value", "c *config", "", "c.On", "", "", true},
	{"numbers", "c *config", "", "c.N > 3", "", "c.N > 2", true},
	{"texts", "c *config", "", `c.Mode == "a"`, "", `c.Mode != "b"`, true},
	{"a parameter", "n int", "", "n > 1", "", "n > 0", true},
	{"by value", "c config, f func()", "", "c.On", "f()", "", true},
	{"another field", "c *config", "", "c.On", `c.Mode = "a"`, "", true},
	{"a library that only computes", "c *config", "", "c.On", `fmt.Println(strings.ToUpper("x"))`, "", true},
	{"a flag", "", "", "*quick", "", "", true},
	{"a closure that is not called", "c config", "h := func() bool { return c.On }; use(h)", "c.On", "", "", true},
	{"an entry", "c *config", "", `c.M["a"]`, "", "", true},

	{"smaller", "c *config", "", "c.N > 2", "", "c.N > 3", false},
	{"assigned", "c *config, x bool", "", "c.On", "c.On = x", "", false},
	{"assigned through another pointer", "c, d *config, x bool", "", "c.On", "d.On = x", "", false},
	{"all assigned", "c *config", "", "c.On", "*c = config{}", "", false},
	{"all assigned through another pointer", "c, d *config", "", "c.On", "*d = config{}", "", false},
	{"assigned behind a pointer", "c *config, p *bool", "", "c.On", "*p = false", "", false},
	{"assigned behind its pointer", "c *config, x bool", "", "c.On", "p := &c.On; *p = x", "", false},
	{"a part assigned", "c *config, q *inner, x bool", "", "c.In.On", "q.On = x", "", false},
	{"a part all assigned", "c *config, q *inner", "", "c.In.On", "*q = inner{}", "", false},
	{"the pointer assigned", "c, d *config, q *inner", "", "c.P.On", "d.P = q", "", false},
	{"behind two pointers", "p, q *bool", "", "*p", "*q = !*q", "", false},
	{"converted", "c *config, x bool", "", "c.On", "(*other)(c).On = x", "", false},
	{"an embedded pointer", "s *embedding, d *config", "", "s.On", "s.config = d", "", false},
	{"deleted", "c *config", "", `c.M["a"]`, `delete(c.M, "a")`, "", false},
	{"cleared", "c *config", "", `c.M["a"]`, `clear(c.M)`, "", false},
	{"another map", "c *config, m map[string]bool", "", `c.M["a"]`, `m["a"] = false`, "", false},
	{"a map that others have", "m map[string]bool, f func()", "", `m["a"]`, "f()", "", false},

	{"a function that is not known", "c *config, f func()", "", "c.On", "f()", "", false},
	{"a method that is not known", "c *config, s interface{ Refresh() }", "", "c.On", "s.Refresh()", "", false},
	{"a service in a struct", "s *service", "", "s.c.On", "s.svc.Refresh()", "", false},
	{"a function in a struct", "s *service", "", "s.c.On", "s.hook()", "", false},
	{"a number behind a pointer", "p *int, f func()", "", "*p > 1", "f()", "", false},
	{"its own function", "c *config", "", "c.On", "flip(c)", "", false},
	{"a variable of the environment", "f func()", "", "Env", "f()", "", false},
	{"a variable's field", "f func()", "", "Conf.On", "f()", "", false},
	{"a variable's entry", "f func()", "", `Modes["a"]`, "f()", "", false},
	{"flags are parsed", "", "", "*quick", "flag.Parse()", "", false},
	{"flags are set", "", "", "*quick", `flag.Set("quick", "true")`, "", false},
	{"decoded", "c *config, b []byte", "", "c.On", "json.Unmarshal(b, c)", "", false},
	{"another package", "c *dep.Config", "", "c.On", "dep.Flip(c)", "", false},
	{"another package that keeps it", "c *dep.Config", "dep.Keep(c)", "c.On", "dep.FlipKept()", "", false},
	{"another package that may have it", "c *dep.Config", "", "c.On", "dep.FlipKept()", "", false},
	{"what another package has", "", "", "dep.Kept().On", "dep.FlipKept()", "", false},

	{"captured", "on bool, f func()", "keep(func() { on = !on })", "on", "f()", "", false},
	{"captured, and a struct", "c config, f func()", "keep(func() { c.On = !c.On })", "c.On", "f()", "", false},
	{"its address is kept", "on bool, f func(*bool), h func()", "f(&on)", "on", "h()", "", false},
	{"a copy of a register", "f func() bool, h func(*bool), k func()", "v := f(); p := new(bool); *p = v; h(p); k()", "v", "", "*p", false},
	{"a copy", "c config", "d := c; d.On = !d.On", "c.On", "", "d.On", false},
	{"a copy of what changes", "c *config, f func()", "d := *c; f()", "d.On", "", "c.On", false},
	{"a copy of what others have", "f func() config, h func(*config), k func()", "v := f(); p := &config{}; *p = v; h(p); k()", "v.On", "", "p.On", false},

	{"a lock", "c *config, mu *sync.Mutex", "", "c.On", "mu.Unlock(); mu.Lock()", "", false},
	{"a group", "c *config, wg *sync.WaitGroup", "", "c.On", "wg.Wait()", "", false},
	{"received", "c *config, ch chan bool", "", "c.On", "<-ch", "", false},
	{"sent", "c *config, ch chan bool", "", "c.On", "ch <- true", "", false},
	{"selected", "c *config, ch chan bool", "", "c.On", "select { case <-ch: case ch <- true: }", "", false},
	{"an atomic", "x bool, f func()", "var b atomic.Bool; b.Store(x); keep(func() { b.Store(!x) })", "b.Load()", "f()", "", false},
	{"in a round", "c *config, l []string, f func()", "", "c.On", "for range l { f() }", "", false},
}

// readers is the program around the functions.
const readers = `
-- dep/dep.go --
package dep

type Config struct{ On bool }

var kept *Config

func Flip(c *Config) { c.On = !c.On }
func Keep(c *Config) { kept = c }
func Kept() *Config  { return kept }
func FlipKept()      { kept.On = !kept.On }
-- main.go --
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/app/dep"
	"example.com/fw"
)

type inner struct{ On bool }

type config struct {
	On   bool
	Mode string
	N    int
	In   inner
	P    *inner
	M    map[string]bool
}

type other config

type embedding struct{ *config }

type service struct {
	c    *config
	svc  interface{ Refresh() }
	hook func()
}

var (
	_     = []any{json.Unmarshal, flag.Parse, fmt.Println, strings.ToUpper, sync.OnceFunc, atomic.AddInt32, dep.Kept}
	quick = flag.Bool("quick", false, "")
	Env   = os.Getenv("X") != ""
	Conf  = load()
	Modes = map[string]bool{"a": os.Getenv("Y") != ""}
	hooks []func()
)

func load() *config     { return &config{On: os.Getenv("X") != ""} }
func flip(c *config)    { c.On = !c.On }
func keep(h func())     { hooks = append(hooks, h) }
func use(h func() bool) {}
func Set(m map[string]bool) { Conf.On = !Conf.On; Modes = m; Env = !Env }
`

func TestTwoReads(t *testing.T) {
	var src strings.Builder
	src.WriteString(readers)
	for i, r := range manyReads {
		second := r.second
		if second == "" {
			second = r.first
		}
		fmt.Fprintf(&src, "\nfunc reads%d(%s) {\n\tg := fw.NewGraph(\"g%d\")\n\t%s\n\tif %s {\n\t\tg.Node(\"first\", nil)\n\t}\n\t%s\n\tif %s {\n\t\tg.Node(\"second\", nil)\n\t}\n}\n",
			i, r.params, i, r.before, r.first, r.between, second)
	}
	w := newWorld(t, txtar.Parse([]byte(src.String())))
	guards := make(map[string]map[string]graph.Guard)
	for _, p := range w.order() {
		w.seen = func(o *interp.Object) {
			graphName, _ := interp.AsString(o.Arg("name"))
			of := make(map[string]graph.Guard)
			for _, op := range o.Calls("node") {
				name, _ := interp.AsString(op.Arg("name"))
				of[name] = op.Guard.Data()
			}
			guards[graphName] = of
		}
		w.extract(p)
	}
	for i, r := range manyReads {
		of := guards[fmt.Sprintf("g%d", i)]
		not, ok := of["second"].Not()
		if len(of["first"]) == 0 || !ok {
			t.Errorf("%s: no conditions: %v", r.name, of)
			continue
		}
		if got := feasible.Guard(append(of["first"][:1:1], not...)).State == graph.CannotBe; got != r.excludesOther {
			t.Errorf("%s: %v and %v exclude each other: %v, want %v", r.name, of["first"], not, got, r.excludesOther)
		}
	}
}
