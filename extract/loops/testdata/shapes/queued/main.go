// Command queued works through a queue, to which its own tool adds: its events are not from outside.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"shapes/model"
)

type worker struct {
	jobs chan string
	done chan struct{}
}

func (w *worker) tools() map[string]func(string) string {
	return map[string]func(string) string{"later": w.later}
}

func (w *worker) later(job string) string {
	w.jobs <- job
	return "it will be done"
}

func main() {
	w := &worker{make(chan string, 100), make(chan struct{})}
	w.jobs <- os.Args[1]
	w.run(time.NewTicker(time.Minute))
}

func (w *worker) run(ticker *time.Ticker) {
	for {
		select {
		case <-w.done:
			return
		case <-ticker.C:
			fmt.Println("still here")
		case job := <-w.jobs:
			fmt.Println(w.answer(job))
		}
	}
}

func (w *worker) answer(text string) string {
	m, err := model.Ask(context.Background(), []model.Message{{Role: "user", Content: text}}, nil)
	if err != nil {
		return ""
	}
	for _, call := range m.ToolCalls {
		if run := w.tools()[call.Function.Name]; run != nil {
			run(call.Function.Arguments)
		}
	}
	return m.Content
}
