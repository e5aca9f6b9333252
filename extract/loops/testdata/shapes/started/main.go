// Command started has agents that a library starts, and that wait for a yes. It comes from what
// the library runs when somebody answers, or from what was started with the agent.
package main

import (
	"context"
	"net/http"
	"os"

	"example.com/prompt"

	"shapes/model"
)

func next(history []model.Message) []model.Call {
	answer, err := model.Ask(context.Background(), history, nil)
	if err != nil {
		return nil
	}
	return answer.ToolCalls
}

var tools = map[string]func(string) string{"remove": remove}

func remove(path string) string {
	os.Remove(path)
	return path + " is gone"
}

func do(call model.Call) model.Message {
	run := tools[call.Function.Name]
	if run == nil {
		return model.Message{Role: "tool", ToolCallID: call.ID, Content: "no such tool"}
	}
	return model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)}
}

func loaded() bool {
	_, err := os.Stat("/etc/agent")
	return err == nil
}

// What a command has started with the agent is no answer of anybody.
func run([]string) {
	ready := make(chan bool)
	go func() {
		for {
			ready <- loaded()
		}
	}()
	batch([]model.Message{{Role: "user", Content: "go on"}}, ready)
}

func batch(history []model.Message, ready chan bool) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if <-ready {
				history = append(history, do(call))
			}
		}
	}
}

// A handler of requests does so, too.
func serve() {
	http.HandleFunc("/chat", func(w http.ResponseWriter, r *http.Request) {
		history := []model.Message{{Role: "user", Content: r.FormValue("text")}}
		ready := make(chan bool)
		go func() {
			for {
				ready <- loaded()
			}
		}()
		chat(history, ready)
	})
}

func chat(history []model.Message, ready chan bool) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if <-ready {
				history = append(history, do(call))
			}
		}
	}
}

// A screen starts the agent, and waits no longer for it: it is told of the keys that follow.
type screen struct {
	answers chan bool
}

func (s *screen) Update(key string) {
	switch key {
	case "enter":
		go s.talk([]model.Message{{Role: "user", Content: "go on"}})
	case "y":
		s.answers <- true
	case "n":
		s.answers <- false
	}
}

func (s *screen) talk(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if <-s.answers {
				history = append(history, do(call))
			}
		}
	}
}

// Another one starts both at once.
type eager struct{}

func (eager) Update(key string) {
	ready := make(chan bool)
	go func() {
		for {
			ready <- loaded()
		}
	}()
	go hurry([]model.Message{{Role: "user", Content: key}}, ready)
}

func hurry(history []model.Message, ready chan bool) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if <-ready {
				history = append(history, do(call))
			}
		}
	}
}

// Another one does the one and then the other.
type hasty struct{}

func (hasty) Update(key string) {
	ready := make(chan bool)
	go rush([]model.Message{{Role: "user", Content: key}}, ready)
	ready <- loaded()
}

func rush(history []model.Message, ready chan bool) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if <-ready {
				history = append(history, do(call))
			}
		}
	}
}

// The answer of a model comes in words, by a function that a library calls.

func words(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		text := make(chan string)
		if prompt.OnWord(func(word string) { text <- word }); len(next(history)) == 0 {
			return
		}
		for <-text != "[done]" {
		}
		for _, call := range calls {
			history = append(history, do(call))
		}
	}
}

// A dialog calls a function, too, and what it says is the answer of somebody.

func dialog(history []model.Message) {
	for calls := next(history); len(calls) > 0; calls = next(history) {
		for _, call := range calls {
			if pressed(call.Function.Name) {
				history = append(history, do(call))
			}
		}
	}
}

func pressed(title string) bool {
	buttons := make(chan string)
	prompt.OnWord(func(button string) { buttons <- button })
	return <-buttons == "yes"
}

func main() {
	words(nil)
	dialog(nil)
	serve()
	prompt.Start(&screen{make(chan bool)})
	prompt.Start(&eager{})
	prompt.Start(&hasty{})
	(&prompt.Command{Run: run}).Execute()
	http.ListenAndServe(":8080", nil)
}
