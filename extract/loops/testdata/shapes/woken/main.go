// Command woken has two loops whose rounds others begin: one takes jobs from a list, and is woken for them, another
// waits for what its goroutines have asked. A third one waits for a key in its rounds, and asks its model itself.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"sync"

	"shapes/model"
)

type pool struct {
	mu   sync.Mutex
	cond *sync.Cond
	jobs []string
}

var tools = map[string]func(string) string{"read": read}

func main() {
	p := &pool{}
	p.cond = sync.NewCond(&p.mu)
	go p.work()
	plan([]string{"a", "b"})
	stepwise("c")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		p.mu.Lock()
		p.jobs = append(p.jobs, lines.Text())
		p.cond.Signal()
		p.mu.Unlock()
	}
}

func (p *pool) work() {
	for {
		p.mu.Lock()
		for len(p.jobs) == 0 {
			p.cond.Wait()
		}
		job := p.jobs[0]
		p.jobs = p.jobs[1:]
		p.mu.Unlock()
		fmt.Println(answer(job))
	}
}

func plan(steps []string) {
	done := make(chan string)
	running := 0
	for _, s := range steps {
		running++
		go func() { done <- answer(s) }()
	}
	for running > 0 {
		if running > len(steps) {
			fmt.Println("many")
		}
		text := <-done
		running--
		if text == "again" {
			running++
			go func() { done <- answer(text) }()
		}
	}
}

func stepwise(text string) {
	keys := make(chan struct{})
	history := []model.Message{{Role: "user", Content: text}}
	for {
		m, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(m.ToolCalls) == 0 {
			return
		}
		if m.Content == "wait" {
			<-keys
		}
		history = append(history, m, runs(m.ToolCalls[0]))
	}
}

func answer(text string) string {
	history := []model.Message{{Role: "user", Content: text}}
	m, err := model.Ask(context.Background(), history, nil)
	if err != nil || len(m.ToolCalls) == 0 {
		return m.Content
	}
	history = append(history, runs(m.ToolCalls[0]))
	m, _ = model.Ask(context.Background(), history, nil)
	return m.Content
}

func runs(call model.Call) model.Message {
	run := tools[call.Function.Name]
	if run == nil {
		return model.Message{Role: "tool", ToolCallID: call.ID}
	}
	return model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}
