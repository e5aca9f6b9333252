package verify

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/graph/verdict"
)

var randomPlans = flag.Int("plans", 1500, "random plans of TestRandomPlans")

// TestRandomPlans compares verdicts on random plans and policies with what runs of the plans do: a
// second reading of the definitions, which executes the JSON. No plan is accepted of which a run does
// what is forbidden.
func TestRandomPlans(t *testing.T) {
	count := make(map[string]int)
	for seed := range *randomPlans {
		w := newWorld(rand.New(rand.NewSource(int64(seed))))
		p, err := plan.Decode("plan.json", []byte(w.text))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, w.text)
		}
		tools := plan.NewRegistry(w.tools, nil)
		tools.Inputs = map[string][]string{"in": {"untrusted"}}
		rule, wrong := policy.Parse("rule", w.rule.text, graph.Pos{})
		if wrong != nil {
			t.Fatal(wrong)
		}
		answer, said := "holds", ""
		for _, f := range Plan(Proposal{Plan: p, Registry: tools, Rules: []*policy.Rule{rule}}, Options{}) {
			switch {
			case f.Verdict == verdict.Violated:
				answer = "violated"
			case f.Verdict == verdict.Unknown && answer == "holds":
				answer = "unknown"
			}
			said += fmt.Sprintf("%s: %s: %s\n", f.Pos, f.Rule, f.Message)
		}
		bad := w.forbidden()
		if bad != "" && answer == "holds" {
			t.Fatalf("seed %d: accepted, and %s\nrule %s\n%s", seed, bad, w.rule.text, w.text)
		}
		if bad == "" && answer == "violated" {
			answer = "violated, and no run seen that shows it"
			if testing.Verbose() {
				t.Logf("seed %d: %s%s\nrule %s\n%s", seed, said, answer, w.rule.text, w.text)
			}
		}
		count[answer]++
		if w.own && (strings.Contains(w.text, "atMost") || strings.Contains(w.text, "parallel")) {
			count["own form: "+answer]++
		}
	}
	t.Logf("%d plans: %v", *randomPlans, count)
	for _, answer := range []string{"holds", "violated", "unknown", "own form: holds", "own form: violated"} {
		if count[answer] < *randomPlans/200 {
			t.Errorf("of %d plans, %d are %s: the test says little", *randomPlans, count[answer], answer)
		}
	}
}

// A world is tools, a rule and a plan.
type world struct {
	r     *rand.Rand
	tools []*graph.Tool
	rule  orderRule
	text  string
	calls int
	steps []any
	sinks []string // what the sink forbids
	clean bool     // the sink accepts what was redacted
	// Of some worlds, plans have little to choose from: conditions recur, or data gets about.
	names      []string
	conditions []string
	callable   []*graph.Tool
	own        bool // the plan has loops, parts side by side, and an input
	items      int
}

func newWorld(r *rand.Rand) *world {
	w := &world{r: r, clean: r.Intn(2) == 0}
	w.sinks = [][]string{{"mail"}, {"web"}, {"untrusted"}, {"mail", "web"}, {"*"}}[r.Intn(5)]
	sink := &graph.Sink{Forbid: w.sinks}
	if w.clean {
		sink.Unless = []string{"redact"}
	}
	field := func(name string, optional bool) graph.Param {
		return graph.Param{Path: name, Field: strings.ToUpper(name), Optional: optional}
	}
	body := field("body", true)
	body.Sink = sink
	amount := graph.Param{Path: "amount", Field: "Amount", Takes: "int", Type: "int", Bounds: []graph.Limit{{Op: "<=", Of: "10"}}}
	w.tools = []*graph.Tool{
		{Name: "mail", Params: []graph.Param{field("a", true)}},
		{Name: "web", Params: []graph.Param{field("a", true)}, Sources: []string{"untrusted"}},
		{Name: "mix", Params: []graph.Param{field("a", true), field("b", true)}},
		{Name: "redact", Params: []graph.Param{field("a", true), field("b", true)}},
		{Name: "send", Params: []graph.Param{field("to", true), body}},
		{Name: "pay", Params: []graph.Param{amount}},
		{Name: "ask", Params: []graph.Param{field("a", true)}, Events: []string{"human"}},
	}
	w.rule = orderRules[r.Intn(len(orderRules))]
	w.names, w.callable = []string{"x", "y", "z"}, w.tools
	switch r.Intn(3) {
	case 0:
		w.names, w.conditions = []string{"x"}, []string{"@x == 7", "@x != 7", "@x <= 7", "@x > 7"}
	case 1:
		w.callable = []*graph.Tool{w.tools[0], w.tools[2], w.tools[3], w.tools[3], w.tools[4]}
	}
	var bound []string
	whole := map[string]any{"goal": "g"}
	if w.own = r.Intn(2) == 0; w.own {
		whole["version"], whole["inputs"] = 1, []string{"in"}
		bound = append(bound, "in")
	}
	w.steps = w.list(2, &bound)
	whole["steps"] = w.steps
	text, err := json.Marshal(whole)
	if err != nil {
		panic(err)
	}
	w.text = string(text)
	return w
}

func (w *world) list(depth int, bound *[]string) []any {
	steps := []any{}
	for range w.r.Intn(4) + 1 {
		if depth > 0 && w.r.Intn(3) == 0 && len(*bound) > 0 {
			then, otherwise := slices.Clone(*bound), slices.Clone(*bound)
			step := map[string]any{"label": "if", "condition": w.condition(*bound), "then": w.list(depth-1, &then)}
			if w.r.Intn(2) == 0 {
				step["otherwise"] = w.list(depth-1, &otherwise)
			}
			*bound = slices.DeleteFunc(then, func(name string) bool { return !slices.Contains(otherwise, name) })
			steps = append(steps, step)
			continue
		}
		if w.own && depth > 0 && w.r.Intn(3) == 0 {
			steps = append(steps, w.more(depth, bound))
			continue
		}
		if w.calls == 6 {
			break
		}
		w.calls++
		steps = append(steps, w.call(bound))
	}
	return steps
}

// more returns a loop, or parts that run side by side.
func (w *world) more(depth int, bound *[]string) any {
	if kind := w.r.Intn(3); kind < 2 && len(*bound) > 0 {
		inner := slices.Clone(*bound)
		step := map[string]any{"label": "loop", "atMost": w.r.Intn(3) + 1}
		if kind == 0 {
			step["while"] = w.condition(*bound)
		} else {
			w.items++
			item := fmt.Sprintf("i%d", w.items)
			step["forEach"], step["item"] = "@"+(*bound)[w.r.Intn(len(*bound))], item
			inner = append(inner, item)
		}
		step["do"] = w.list(depth-1, &inner)
		return step
	}
	names, apart := w.names, w.r.Intn(4) > 0
	var parts []any
	var after []string
	for i := range 2 {
		if apart {
			w.names = []string{fmt.Sprintf("p%d", i)}
		}
		inner := slices.Clone(*bound)
		parts = append(parts, w.list(depth-1, &inner))
		after = append(after, inner...)
	}
	w.names = names
	slices.Sort(after)
	*bound = slices.Compact(after)
	return map[string]any{"label": "both", "parallel": parts}
}

func (w *world) condition(bound []string) string {
	if w.conditions != nil {
		return w.conditions[w.r.Intn(len(w.conditions))]
	}
	left := bound[w.r.Intn(len(bound))]
	op := []string{"==", "!=", "<=", ">=", "<", ">"}[w.r.Intn(6)]
	right := []string{"7", "7", "10", "a", "@" + bound[w.r.Intn(len(bound))]}[w.r.Intn(5)]
	return "@" + left + " " + op + " " + right
}

func (w *world) call(bound *[]string) any {
	t := w.callable[w.r.Intn(len(w.callable))]
	step := map[string]any{"label": "c", "toolName": t.Name}
	args := map[string]any{}
	for i := range t.Params {
		p := &t.Params[i]
		if p.Optional && w.r.Intn(3) == 0 {
			continue
		}
		args[p.Path] = w.value(p, *bound)
	}
	switch w.r.Intn(60) {
	case 0:
		step["toolName"] = "nobody"
	case 1:
		args["extra"] = 1
	case 2:
		delete(args, "amount")
	}
	step["arguments"] = args
	if w.r.Intn(3) > 0 {
		name := w.names[w.r.Intn(len(w.names))]
		step["resultBinding"] = name
		if !slices.Contains(*bound, name) {
			*bound = append(*bound, name)
		}
	}
	return step
}

func (w *world) value(p *graph.Param, bound []string) any {
	ref := "@" + w.names[w.r.Intn(len(w.names))]
	if len(bound) > 0 && w.r.Intn(20) > 0 {
		ref = "@" + bound[w.r.Intn(len(bound))]
	}
	choice := w.r.Intn(10)
	switch {
	case p.Path == "amount":
		return []any{3, 7, 10, 3, 11, 7, ref, ref, 3, 9}[choice]
	case choice < 5 && (len(bound) > 0 || w.r.Intn(10) == 0):
		return ref
	case choice == 5 && len(bound) > 0:
		return []any{1, map[string]any{"k": ref}}
	}
	return []any{"a", "b", 7, 20}[w.r.Intn(4)]
}

// An orderRule is a rule over order, and what it means for the calls of a run that ended, or broke off.
type orderRule struct {
	text  string
	keeps func(run []callOf, ended bool) bool
}

type callOf struct {
	tool   string
	args   map[string]any
	result any
}

// compared finds calls that have among their arguments a value that an earlier call has, or, if other, one that none has.
func compared(tool, arg, of string, value func(callOf) (any, bool), other bool) func([]callOf, bool) bool {
	same := func(v, w any) bool {
		a, err := json.Marshal(v)
		b, wrong := json.Marshal(w)
		return err == nil && wrong == nil && string(a) == string(b)
	}
	return func(run []callOf, _ bool) bool {
		for i, c := range run {
			if c.tool != tool {
				continue
			}
			v, there := c.args[arg]
			among := there && slices.ContainsFunc(run[:i], func(d callOf) bool {
				w, has := value(d)
				return d.tool == of && has && same(v, w)
			})
			if among != other {
				return false
			}
		}
		return true
	}
}

func argument(name string) func(callOf) (any, bool) {
	return func(c callOf) (any, bool) {
		v, ok := c.args[name]
		return v, ok
	}
}

func returned(c callOf) (any, bool) { return c.result, true }

func is(names ...string) func(callOf) bool {
	return func(c callOf) bool { return slices.Contains(names, c.tool) }
}

func pays(more float64) func(callOf) bool {
	return func(c callOf) bool {
		n, ok := c.args["amount"].(float64)
		return c.tool == "pay" && ok && n > more
	}
}

func toTheB(c callOf) bool { return c.tool == "send" && c.args["to"] == "b" }

func before(a, b func(callOf) bool) func([]callOf, bool) bool {
	return func(run []callOf, _ bool) bool {
		i, j := slices.IndexFunc(run, a), slices.IndexFunc(run, b)
		return j < 0 || i >= 0 && i < j
	}
}

func neverAfter(a, b func(callOf) bool) func([]callOf, bool) bool {
	return func(run []callOf, _ bool) bool {
		j := slices.IndexFunc(run, b)
		return j < 0 || !slices.ContainsFunc(run[j+1:], a)
	}
}

func counts(a func(callOf) bool) func([]callOf) int {
	return func(run []callOf) (n int) {
		for _, c := range run {
			if a(c) {
				n++
			}
		}
		return n
	}
}

var orderRules = []orderRule{
	{"never tool:send(to != a of tool:mail)", compared("send", "to", "mail", argument("a"), true)},
	{"never tool:send(to == a of tool:mix)", compared("send", "to", "mix", argument("a"), false)},
	{"never tool:send(to != result of tool:mail)", compared("send", "to", "mail", returned, true)},
	{"never tool:mix(a == result of tool:web)", compared("mix", "a", "web", returned, false)},
	{"never tool:redact(b != b of tool:mix)", compared("redact", "b", "mix", argument("b"), true)},
	{"human before tool:pay", before(is("ask"), is("pay"))},
	{"human before tool:send", before(is("ask"), is("send"))},
	{"never tool:send after tool:web", neverAfter(is("send"), is("web"))},
	{"at most 1 tool:send", func(run []callOf, _ bool) bool { return counts(is("send"))(run) <= 1 }},
	{"at most 2 tool:mail", func(run []callOf, _ bool) bool { return counts(is("mail"))(run) <= 2 }},
	{"G !tool:pay(amount > 7)", func(run []callOf, _ bool) bool { return !slices.ContainsFunc(run, pays(7)) }},
	{`never tool:send(to == "b") after tool:mail`, neverAfter(toTheB, is("mail"))},
	{"tool:mail -> F tool:send", func(run []callOf, ended bool) bool {
		last := func(a func(callOf) bool) int {
			for i := len(run) - 1; i >= 0; i-- {
				if a(run[i]) {
					return i
				}
			}
			return -1
		}
		return !ended || last(is("mail")) <= last(is("send"))
	}},
	{"human before each tool:pay", func(run []callOf, _ bool) bool {
		asked := false
		for _, c := range run {
			switch c.tool {
			case "ask":
				asked = true
			case "pay":
				if !asked {
					return false
				}
				asked = false
			}
		}
		return true
	}},
}

// domain are the values that tools return; own are more, for plans of the own form.
var (
	domain = []any{7.0, 20.0, "a"}
	own    = []any{7.0, 20.0, "a", []any{7.0, "a"}, []any{"a"}}
)

func (w *world) domain() []any {
	if w.own {
		return own
	}
	return domain
}

// forbidden says what some run of the plan does that is forbidden, "" if none is seen to. All runs are
// executed in which each call returns any value of the domain, or many of them where steps run again or side
// by side; then, for data, runs that differ in what one source returns, where each tool is a function of
// its arguments.
func (w *world) forbidden() string {
	vectors := 1
	for range w.calls {
		vectors *= len(domain)
	}
	for v := range vectors {
		run := &execution{world: w, seed: v, returns: func(call int, tool string, args map[string]any) any {
			n := v
			for range call {
				n /= len(domain)
			}
			return domain[n%len(domain)]
		}}
		if w.own {
			run.returns = func(call int, tool string, _ map[string]any) any {
				return own[hash(v, call, len(run.calls))%uint32(len(own))]
			}
		}
		if run.all(w.steps); run.wrong != "" {
			return run.wrong
		}
		if !w.rule.keeps(run.calls, !run.broken) {
			return fmt.Sprintf("the run %v breaks the rule", run.calls)
		}
	}
	for seed := range 12 {
		for source := input; source < w.calls; source++ {
			if flow := w.interferes(seed, source); flow != "" {
				return flow
			}
		}
	}
	return ""
}

// input stands for the number of a call.
const input = -1

func hash(words ...any) uint32 {
	h := fnv.New32a()
	fmt.Fprintln(h, words...)
	return h.Sum32()
}

// interferes says whether what a sink gets depends on what one call returns, if it is one of a source
// that the sink forbids.
func (w *world) interferes(seed, source int) string {
	var first []string
	for i, value := range w.domain() {
		tool := ""
		run := &execution{world: w, seed: -1, returns: func(call int, name string, args map[string]any) any {
			if call == source {
				tool = name
				return value
			}
			if name == "redact" && w.clean && w.carriers(args) == 1 {
				return "clean"
			}
			text, err := json.Marshal(args)
			if err != nil {
				panic(err)
			}
			return w.domain()[hash(seed, call, name, string(text))%uint32(len(w.domain()))]
		}}
		run.all(w.steps)
		if tool != "" && !w.isForbidden(tool) || tool == "send" {
			return ""
		}
		if i == 0 {
			first = run.sent
		}
		if tool != "" && !slices.Equal(first, run.sent) && !run.broken {
			return fmt.Sprintf("what is sent depends on what %s returns: %v and %v", tool, first, run.sent)
		}
		if run.broken {
			return ""
		}
	}
	return ""
}

// carriers counts the arguments that are not the same in all runs: what is bound is marked by who
// executes the plan, see execution.value.
func (w *world) carriers(args map[string]any) (n int) {
	for _, v := range args {
		if text, err := json.Marshal(v); err != nil || strings.Contains(string(text), "bound:") {
			n++
		}
	}
	return n
}

func (w *world) isForbidden(tool string) bool {
	return slices.Contains(w.sinks, tool) || slices.Contains(w.sinks, "*") || slices.Contains(w.sinks, "untrusted") && (tool == "web" || tool == "in")
}

// An execution is a run of a plan.
type execution struct {
	*world
	returns func(call int, tool string, args map[string]any) any
	bound   map[string]any
	number  int // of the call in the text
	calls   []callOf
	sent    []string // what the sink got
	wrong   string   // what is wrong by itself
	broken  bool     // a comparison failed, or a tool did
	seed    int      // of the order of parts side by side; -1 for one after the other
	pause   func()   // lets another part go on, nil if there is none
}

func (x *execution) all(steps []any) {
	x.bound = make(map[string]any)
	if x.own {
		x.bound["in"] = x.returns(input, "in", nil)
	}
	x.list(steps)
}

// loop runs the rounds of a loop. What a round binds, and nothing before the loop, is gone afterwards.
func (x *execution) loop(step map[string]any) {
	body, first := step["do"].([]any), x.number
	before := maps.Clone(x.bound)
	for round := 0; !x.broken && x.wrong == ""; round++ {
		if !x.again(step, round) {
			break
		}
		if round == step["atMost"] {
			x.broken = true
			break
		}
		x.number = first
		x.list(body)
	}
	x.number = first + countCalls(body)
	for name := range x.bound {
		if _, is := before[name]; !is {
			delete(x.bound, name)
		}
	}
}

// again says whether there is another round, and binds its element.
func (x *execution) again(step map[string]any, round int) bool {
	if cond, ok := step["while"].(string); ok {
		return x.holds(cond)
	}
	list, ok := x.get(step["forEach"].(string)[1:]).([]any)
	if x.broken = x.broken || !ok; !ok || round >= len(list) {
		return false
	}
	x.bound[step["item"].(string)] = list[round]
	return true
}

// parts runs two lists of steps side by side, in one of the orders that their calls may have.
func (x *execution) parts(parts []any) {
	type part struct {
		bound  map[string]any
		number int
		next   func() (struct{}, bool)
	}
	outer, before := x.pause, x.bound
	var all []*part
	for _, steps := range parts {
		p := &part{bound: maps.Clone(before), number: x.number}
		x.number += countCalls(steps.([]any))
		var stop func()
		p.next, stop = iter.Pull(func(yield func(struct{}) bool) {
			x.pause = func() {
				own := x.pause
				if yield(struct{}{}) {
					x.pause = own
				}
			}
			x.list(steps.([]any))
		})
		defer stop()
		all = append(all, p)
	}
	after := x.number
	for live, turn := slices.Clone(all), 0; len(live) > 0; turn++ {
		i := 0
		if x.seed >= 0 {
			i = int(hash(x.seed, turn, x.number)) % len(live)
		}
		p := live[i]
		x.bound, x.number = p.bound, p.number
		_, more := p.next()
		p.bound, p.number = x.bound, x.number
		if !more {
			live = slices.Delete(live, i, i+1)
		}
		if x.pause = outer; outer != nil && more {
			outer()
		}
	}
	x.bound, x.number = before, after
	for i, p := range all {
		for name := range bindsIn(parts[i].([]any)) {
			if v, ok := p.bound[name]; ok {
				x.bound[name] = v
			}
		}
	}
}

// bindsIn returns the names that calls in a list of steps bind.
func bindsIn(steps []any) map[string]bool {
	names := make(map[string]bool)
	for _, s := range steps {
		step := s.(map[string]any)
		if name, ok := step["resultBinding"].(string); ok {
			names[name] = true
		}
		for _, list := range within(step) {
			maps.Copy(names, bindsIn(list))
		}
	}
	return names
}

// within returns the lists of steps in a step.
func within(step map[string]any) (lists [][]any) {
	for _, key := range []string{"then", "otherwise", "do"} {
		if list, ok := step[key].([]any); ok {
			lists = append(lists, list)
		}
	}
	parts, _ := step["parallel"].([]any)
	for _, part := range parts {
		lists = append(lists, part.([]any))
	}
	return lists
}

func (x *execution) list(steps []any) {
	for _, s := range steps {
		step := s.(map[string]any)
		text, isIf := step["condition"].(string)
		switch {
		case x.broken || x.wrong != "":
			return
		case step["do"] != nil:
			x.loop(step)
		case step["parallel"] != nil:
			x.parts(step["parallel"].([]any))
		case !isIf:
			x.call(step)
		default:
			otherwise, _ := step["otherwise"].([]any)
			holds := x.holds(text)
			for _, side := range []struct {
				steps []any
				taken bool
			}{{step["then"].([]any), holds}, {otherwise, !holds}} {
				if side.taken && !x.broken && x.wrong == "" {
					x.list(side.steps)
				} else {
					x.number += countCalls(side.steps)
				}
			}
		}
	}
}

func countCalls(steps []any) (n int) {
	for _, s := range steps {
		step := s.(map[string]any)
		if _, isCall := step["toolName"]; isCall {
			n++
		}
		for _, list := range within(step) {
			n += countCalls(list)
		}
	}
	return n
}

func (x *execution) get(name string) any {
	v, ok := x.bound[name]
	if !ok {
		x.wrong = "a run uses " + name + ", which is not bound"
	}
	return v
}

func (x *execution) holds(text string) bool {
	words := strings.Fields(text)
	left, right := x.get(words[0][1:]), any(words[2])
	if name, ok := strings.CutPrefix(words[2], "@"); ok {
		right = x.get(name)
	} else if n, err := strconv.ParseFloat(words[2], 64); err == nil {
		right = n
	}
	for _, v := range []any{left, right} {
		if _, isList := v.([]any); isList {
			x.broken = true
			return false
		}
	}
	switch words[1] {
	case "==":
		return left == right
	case "!=":
		return left != right
	}
	a, isNumber := left.(float64)
	b, isOther := right.(float64)
	if !isNumber || !isOther {
		x.broken = true
		return false
	}
	return words[1] == "<" && a < b || words[1] == "<=" && a <= b || words[1] == ">" && a > b || words[1] == ">=" && a >= b
}

// value returns what an argument is in this run; shown is the same, with what is bound marked.
func (x *execution) value(v any) (is, shown any) {
	switch v := v.(type) {
	case string:
		if name, ok := strings.CutPrefix(v, "@"); ok {
			is := x.get(name)
			return is, fmt.Sprintf("bound:%v", is)
		}
	case int:
		return float64(v), float64(v)
	case []any:
		var list, marked []any
		for _, e := range v {
			is, shown := x.value(e)
			list, marked = append(list, is), append(marked, shown)
		}
		return list, marked
	case map[string]any:
		entries, marked := map[string]any{}, map[string]any{}
		for key, e := range v {
			entries[key], marked[key] = x.value(e)
		}
		return entries, marked
	}
	return v, v
}

func (x *execution) call(step map[string]any) {
	if x.pause != nil {
		x.pause()
	}
	name := step["toolName"].(string)
	at := slices.IndexFunc(x.tools, func(t *graph.Tool) bool { return t.Name == name })
	number := x.number
	x.number++
	args, marked := map[string]any{}, map[string]any{}
	for key, v := range step["arguments"].(map[string]any) {
		args[key], marked[key] = x.value(v)
		if at >= 0 && x.tools[at].Param(key) == nil {
			x.wrong = "a run passes the argument " + key
		}
	}
	if at < 0 {
		x.wrong = "a run calls " + name
	}
	if x.wrong != "" {
		return
	}
	x.calls = append(x.calls, callOf{tool: name, args: args})
	own := len(x.calls) - 1
	switch name {
	case "pay":
		amount, isNumber := args["amount"].(float64)
		if _, given := args["amount"]; !given {
			x.wrong = "a run does not say what to pay"
		} else if !isNumber {
			x.broken = true // the tool cannot read it
		} else if amount > 10 {
			x.wrong = fmt.Sprintf("a run pays %v", amount)
		}
	case "send":
		if body, given := args["body"]; given {
			x.sent = append(x.sent, fmt.Sprint(body))
		}
	}
	result := x.returns(number, name, marked)
	x.calls[own].result = result
	if to, ok := step["resultBinding"].(string); ok {
		x.bound[to] = result
	}
}
