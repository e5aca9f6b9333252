// Command asked has agents that ask somebody before they run a tool, each in its own way, or
// so it seems. All run the same two tools.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"shapes/model"
)

func next(history []model.Message) []model.Call {
	answer, err := model.Ask(context.Background(), history, nil)
	if err != nil {
		return nil
	}
	return answer.ToolCalls
}

var tools = map[string]func(string) string{"read": read, "remove": remove}

func do(call model.Call) model.Message {
	run := tools[call.Function.Name]
	if run == nil {
		return model.Message{Role: "tool", ToolCallID: call.ID, Content: "no such tool"}
	}
	return model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	os.Remove(path)
	return path + " is gone"
}

func confirm(what string) bool {
	fmt.Printf("%s? ", what)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil {
		return false
	}
	return strings.EqualFold(strings.TrimSpace(line), "yes")
}

// At the terminal.

func eachCall(history []model.Message) {
	for {
		calls := next(history)
		if len(calls) == 0 {
			return
		}
		for _, call := range calls {
			if !confirm(call.Function.Name) {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: "denied"})
				continue
			}
			history = append(history, do(call))
		}
	}
}

func eachRound(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		if !confirm("go on") {
			return
		}
		for _, call := range calls {
			history = append(history, do(call))
		}
	}
}

func once(history []model.Message) {
	if !confirm("start") {
		return
	}
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			history = append(history, do(call))
		}
	}
}

// What is asked before the model is, is about no call.
func kept(history []model.Message) {
	ok := confirm("start")
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if ok {
				history = append(history, do(call))
			}
		}
	}
}

func firstRound(history []model.Message) {
	asked, ok := false, false
	for {
		calls := next(history)
		if !asked {
			asked, ok = true, confirm("go on")
		}
		if !ok || len(calls) == 0 {
			return
		}
		for _, call := range calls {
			history = append(history, do(call))
		}
	}
}

// A variable that is new for each call, and one that is not: there an answer stays.

func fresh(history []model.Message, quiet bool) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			var line string
			if quiet {
				line = "n"
			} else {
				fmt.Scanln(&line)
			}
			if line == "y" {
				history = append(history, do(call))
			}
		}
	}
}

func stale(history []model.Message, quiet bool) {
	var line string
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if !quiet {
				fmt.Scanln(&line)
			}
			if line == "y" {
				history = append(history, do(call))
			}
		}
	}
}

func inVain(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if !confirm(call.Function.Name) {
				fmt.Println("so be it")
			}
			history = append(history, do(call))
		}
	}
}

func upsideDown(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if confirm(call.Function.Name) {
				continue
			}
			history = append(history, do(call))
		}
	}
}

func after(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			m := do(call)
			if !confirm(call.Function.Name) {
				continue
			}
			history = append(history, m)
		}
	}
}

func oneTool(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if call.Function.Name == "remove" && !confirm(call.Function.Name) {
				continue
			}
			history = append(history, do(call))
		}
	}
}

var safe = []string{"read"}

func listed(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if !slices.Contains(safe, call.Function.Name) && !confirm(call.Function.Name) {
				continue
			}
			history = append(history, do(call))
		}
	}
}

// The model fills in its own confirmation.
func modelConfirms(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			var args struct {
				Confirm bool `json:"confirm"`
			}
			if json.Unmarshal([]byte(call.Function.Arguments), &args); !args.Confirm {
				continue
			}
			history = append(history, do(call))
		}
	}
}

// By a function in a field.

type agent struct {
	Approve func(model.Call) error
	AutoYes bool
}

func callback(history []model.Message) {
	a := agent{Approve: func(c model.Call) error {
		if !confirm(c.Function.Name) {
			return fmt.Errorf("%s is denied", c.Function.Name)
		}
		return nil
	}}
	a.run(history)
}

func (a *agent) run(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if err := a.Approve(call); err != nil {
				continue
			}
			history = append(history, do(call))
		}
	}
}

func (a *agent) unlessTold(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if !a.AutoYes {
				if !confirm(call.Function.Name) {
					continue
				}
			}
			history = append(history, do(call))
		}
	}
}

var trusted bool

func (a *agent) unlessEither(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if a.needsApproval() && !confirm(call.Function.Name) {
				continue
			}
			history = append(history, do(call))
		}
	}
}

func (a *agent) needsApproval() bool {
	if trusted {
		return false
	}
	return !a.AutoYes
}

// Nobody here sets it.
type hooks struct{ May func(model.Call) bool }

func (h *hooks) run(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if h.May(call) {
				history = append(history, do(call))
			}
		}
	}
}

func accepts(model.Call) bool { return true }

func anything(history []model.Message) {
	may := accepts
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if may(call) {
				history = append(history, do(call))
			}
		}
	}
}

// By a service that tells a user interface and waits for its answer.

type permissions struct {
	waiting sync.Map
	events  chan string
}

func (p *permissions) request(what string) bool {
	answer := make(chan bool, 1)
	p.waiting.Store(what, answer)
	defer p.waiting.Delete(what)
	p.events <- what
	return <-answer
}

func (p *permissions) grant(what string) {
	if answer, ok := p.waiting.Load(what); ok {
		answer.(chan bool) <- true
	}
}

func (p *permissions) deny(what string) {
	if answer, ok := p.waiting.Load(what); ok {
		answer.(chan bool) <- false
	}
}

func (p *permissions) loop(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if !p.request(call.Function.Name) {
				continue
			}
			history = append(history, do(call))
		}
	}
}

type screen struct{ p *permissions }

func (s *screen) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	what := <-s.p.events
	if r.FormValue("key") == "y" {
		s.p.grant(what)
	} else {
		s.p.deny(what)
	}
}

// The program answers itself.

type check struct {
	What   string
	Passed chan bool
}

func checked(history []model.Message, checks chan check) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			c := check{call.Function.Name, make(chan bool)}
			checks <- c
			if <-c.Passed {
				history = append(history, do(call))
			}
		}
	}
}

func checkAll(checks chan check) {
	for c := range checks {
		c.Passed <- strings.HasPrefix(c.What, "read")
	}
}

// The request has the channel for its answer; after a minute, the answer is yes.

type question struct {
	What   string
	Answer chan bool
}

func asking(history []model.Message, questions chan<- question, patient bool) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			q := question{call.Function.Name, make(chan bool)}
			questions <- q
			if <-q.Answer {
				history = append(history, do(call))
			}
		}
	}
}

func impatient(history []model.Message, questions chan<- question) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			q := question{call.Function.Name, make(chan bool)}
			questions <- q
			may := true
			select {
			case may = <-q.Answer:
			case <-time.After(time.Minute):
			}
			if may {
				history = append(history, do(call))
			}
		}
	}
}

func serve(questions <-chan question) {
	http.HandleFunc("/answer", func(w http.ResponseWriter, r *http.Request) {
		q := <-questions
		q.Answer <- r.FormValue("answer") == "yes"
	})
}

// Whoever answers says yes to everything.

type petition struct {
	What   string
	Answer chan bool
}

func granted(history []model.Message, petitions chan petition) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			p := petition{call.Function.Name, make(chan bool)}
			petitions <- p
			if <-p.Answer {
				history = append(history, do(call))
			}
		}
	}
}

func grantAll(petitions chan petition) {
	for p := range petitions {
		p.Answer <- true
	}
}

// What comes out of the channel is no answer of anybody.

func throttled(history []model.Message) {
	ready := make(chan bool)
	for calls := next(history); len(calls) > 0; calls = next(history) {
		go func() {
			time.Sleep(time.Second)
			ready <- true
		}()
		if <-ready {
			for _, call := range calls {
				history = append(history, do(call))
			}
		}
	}
}

// Somebody may say no, and after a minute a timer says yes.

type appeal struct {
	What   string
	Answer chan bool
}

func expires(history []model.Message, appeals chan<- appeal) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			a := appeal{call.Function.Name, make(chan bool)}
			appeals <- a
			if <-a.Answer {
				history = append(history, do(call))
			}
		}
	}
}

func hear(appeals <-chan appeal) {
	time.AfterFunc(time.Minute, func() {
		a := <-appeals
		a.Answer <- true
	})
	http.HandleFunc("/appeal", func(w http.ResponseWriter, r *http.Request) {
		a := <-appeals
		a.Answer <- r.FormValue("answer") == "yes"
	})
}

// Who is asked once for all calls has not agreed to the others.
func onlyOnce(history []model.Message) {
	ask := sync.OnceValue(func() bool { return confirm("go on") })
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if ask() {
				history = append(history, do(call))
			}
		}
	}
}

var goOn = sync.OnceValue(func() bool { return confirm("go on") })

func onlyOnceToo(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if goOn() {
				history = append(history, do(call))
			}
		}
	}
}

// What counts as a yes is not understood, and some are not asked at all.

func (a *agent) perhaps(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if !a.AutoYes {
				line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
				if !strings.ContainsAny(line, "yY") {
					continue
				}
			}
			history = append(history, do(call))
		}
	}
}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	eachCall(history)
	eachRound(history)
	once(history)
	kept(history)
	firstRound(history)
	inVain(history)
	upsideDown(history)
	after(history)
	oneTool(history)
	listed(history)
	modelConfirms(history)
	callback(history)
	(&agent{AutoYes: len(os.Args) > 2}).unlessTold(history)
	(&agent{AutoYes: len(os.Args) > 2}).unlessEither(history)
	new(hooks).run(history)
	anything(history)
	p := &permissions{events: make(chan string)}
	go p.loop(history)
	http.Handle("/keys", &screen{p})
	checks := make(chan check)
	go checkAll(checks)
	checked(history, checks)
	questions := make(chan question)
	go asking(history, questions, true)
	go impatient(history, questions)
	serve(questions)
	petitions := make(chan petition)
	go grantAll(petitions)
	granted(history, petitions)
	throttled(history)
	appeals := make(chan appeal)
	go expires(history, appeals)
	hear(appeals)
	onlyOnce(history)
	onlyOnceToo(history)
	(&agent{AutoYes: len(os.Args) > 2}).perhaps(history)
}
