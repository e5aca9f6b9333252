package report

// This file words that tools are offered over the network to whoever gets there.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/graph/verdict"
)

// An Exposure says that a command waits for others to call its tools over the network.
type Exposure struct {
	Call    string // that waits: "http.ListenAndServe"
	Waits   []Step // where it waits on one address
	Servers []Step // where what answers there is made
	Tools   []*graph.Tool
	Model   string // the agent whose model calls them for those who call; "" if these do so themselves
	Addr    string // one that whoever gets to the machine can call; "" if none is known
	Addrs   []Step // where such addresses come from
	Doubts  []Step // why it is not known that everybody may call, none if it is
}

// IsLike reports whether two exposures of one command are of one address, and as certain.
func (e *Exposure) IsLike(o *Exposure) bool {
	return e.Addr == o.Addr && e.Model == o.Model && (len(e.Doubts) == 0) == (len(o.Doubts) == 0)
}

// Add adds another place where the same command waits on the same address.
func (e *Exposure) Add(o *Exposure) {
	add := func(list *[]Step, more []Step) {
		for _, s := range more {
			if !slices.Contains(*list, s) {
				*list = append(*list, s)
			}
		}
	}
	add(&e.Waits, o.Waits)
	add(&e.Servers, o.Servers)
	add(&e.Addrs, o.Addrs)
	add(&e.Doubts, o.Doubts)
}

// Exposed says that nobody asks who calls the tools of a command.
func Exposed(e *Exposure) *Finding {
	worst, need := worstOf(e.Tools)
	name, tools := "a tool whose name is not known", "a tool whose name is not known"
	if worst.Name != "" {
		name = strconv.Quote(worst.Name)
		tools = "tool " + name
	}
	if n := len(e.Tools); n > 1 {
		tools = fmt.Sprintf("%d tools, among them %s", n, name)
	}
	call := "call "
	if e.Model != "" {
		call = fmt.Sprintf("have the model of %q call ", e.Model)
	}
	call += tools
	f := newFinding(rules.Exposed, slices.Concat(e.Waits, e.Servers)[0].Pos, "whoever gets to the machine over the network can %s: %s listens on %s, and nothing in the program asks who calls", call, e.Call, e.Addr)
	if len(e.Doubts) > 0 {
		f.Verdict = verdict.Unknown
		f.Message = fmt.Sprintf("it is not known who can %s over the network: %s", call, e.Doubts[0].Text)
	}
	f.Subject = worst.Name
	f.Waits = need == nil || harm(need) < 1
	f.Witness = slices.Concat(e.Servers, e.Addrs, e.Waits, e.Doubts)
	if worst.HandlerPos.IsValid() {
		f.Witness = append(f.Witness, Step{Pos: worst.HandlerPos, Text: "this is the code of " + name})
	} else {
		f.Witness = append(f.Witness, Step{Pos: worst.Pos, Text: name + " is made here"})
	}
	if need != nil {
		f.show(need)
	}
	return f
}

// ExposureUnread says that agentvet failed to find out who can call the tools of a module.
func ExposureUnread(why string, pos graph.Pos) *Finding {
	f := newFinding(rules.Exposed, pos, "it is not known who can call the tools of the module over the network: %s", why)
	f.Verdict = verdict.Unknown
	return f
}

// worstOf returns the tool whose code does the worst to the world, and what that is: the first one of those that are as bad. The need is
// nil if it is not known of any.
func worstOf(tools []*graph.Tool) (worst *graph.Tool, need *graph.Need) {
	tools = slices.Clone(tools)
	slices.SortStableFunc(tools, func(a, b *graph.Tool) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Name, b.Name)) })
	worst = tools[0]
	for _, t := range tools {
		for i := range t.Needs {
			if n := &t.Needs[i]; need == nil || harm(n) > harm(need) {
				worst, need = t, n
			}
		}
	}
	return worst, need
}

// harm says how bad it is that a stranger can have code do what it needs: 0 or less if that is not known to be bad.
func harm(n *graph.Need) int {
	switch name := n.Capability; {
	case n.Maybe, logs(n):
		return -1
	case authority.Covers("exec", name), name == "net.exec":
		return 4
	case authority.Destroys(name):
		return 3
	case authority.Changes(name):
		return 2
	case authority.Covers("fs", name), authority.Covers("db", name), name == authority.Post:
		return 1 // what it reads may be private
	}
	return 0
}

// logs reports whether a need is one of what keeps the log of the program.
func logs(n *graph.Need) bool {
	return slices.ContainsFunc(n.Path, func(h graph.Hop) bool {
		at, _, _ := strings.Cut(h.Func[strings.LastIndexByte(h.Func, '/')+1:], ".")
		return slices.Contains([]string{"log", "logger", "logging", "logs"}, at)
	})
}
