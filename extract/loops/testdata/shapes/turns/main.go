// Command turns has agents that do not go on by themselves. Somebody types a line, or something happens
// outside of the program, and the model is asked once or twice; and some that only look so.
package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"shapes/model"
)

func main() {
	switch os.Args[1] {
	case "typed":
		typed()
	case "prompted":
		prompted()
	case "after":
		after()
	case "waiting":
		waiting()
	case "approved":
		approved()
	case "skipped":
		skipped()
	case "hurried":
		hurried()
	case "summed":
		summed()
	case "posted":
		http.HandleFunc("/", posted)
		http.ListenAndServe(":8080", nil)
	case "ticking":
		ticking(time.Tick(time.Hour))
	case "queued":
		queued(make(chan string, 1))
	case "relayed":
		relayed(make(chan string, 1), make(chan job, 1))
	case "reloaded":
		reloaded(make(chan string, 1))
	}
}

func user(text string) []model.Message { return []model.Message{{Role: "user", Content: text}} }

// typed: each line is a turn with two questions.
func typed() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		history := user(lines.Text())
		m, _ := model.Ask(context.Background(), history, nil)
		for _, call := range m.ToolCalls {
			if call.Function.Name == "typed" {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: effect("typed", call.Function.Arguments)})
			}
		}
		m, _ = model.Ask(context.Background(), history, nil)
		fmt.Println(m.Content)
	}
}

func effect(tool, args string) string {
	os.WriteFile(tool, []byte(args), 0o600)
	return "done"
}

func line() string {
	for {
		fmt.Print("> ")
		if text, err := bufio.NewReader(os.Stdin).ReadString('\n'); err == nil {
			return text
		}
	}
}

// prompted reads the line in a function of its own, and asks once a turn.
func prompted() {
	var history []model.Message
	for {
		history = append(history, user(line())...)
		m, _ := model.Ask(context.Background(), history, nil)
		for _, call := range m.ToolCalls {
			if call.Function.Name == "prompted" {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: effect("prompted", call.Function.Arguments)})
			}
		}
	}
}

// after reads the line at the end of a round.
func after() {
	history := user(os.Args[2])
	for {
		m, _ := model.Ask(context.Background(), history, nil)
		for _, call := range m.ToolCalls {
			if call.Function.Name == "after" {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: effect("after", call.Function.Arguments)})
			}
		}
		history = append(history, user(line())...)
	}
}

// waiting only reads a line if the model wants nothing: it goes on without one.
func waiting() {
	var history []model.Message
	wants := false
	for {
		if !wants {
			history = append(history, user(line())...)
		}
		m, _ := model.Ask(context.Background(), history, nil)
		wants = len(m.ToolCalls) > 0
		for _, call := range m.ToolCalls {
			if call.Function.Name == "waiting" {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: effect("waiting", call.Function.Arguments)})
			}
		}
	}
}

// approved asks whether the tool may run: it is no turn that a person begins.
func approved() {
	history := user(os.Args[2])
	for {
		m, _ := model.Ask(context.Background(), history, nil)
		if len(m.ToolCalls) == 0 {
			return
		}
		if line() != "y\n" {
			return
		}
		if call := m.ToolCalls[0]; call.Function.Name == "approved" {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: effect("approved", call.Function.Arguments)})
		}
	}
}

// skipped asks the model again without a line where the tool says so.
func skipped() {
	history := user(line())
	for {
		m, _ := model.Ask(context.Background(), history, nil)
		again := false
		for _, call := range m.ToolCalls {
			if call.Function.Name == "skipped" {
				text := effect("skipped", call.Function.Arguments)
				again = text == "done"
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: text})
			}
		}
		if again {
			continue
		}
		history = append(history, user(line())...)
	}
}

// hurried waits for a line beside the rounds.
func hurried() {
	history := user(os.Args[2])
	for {
		go line()
		m, _ := model.Ask(context.Background(), history, nil)
		for _, call := range m.ToolCalls {
			if call.Function.Name == "hurried" {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: effect("hurried", call.Function.Arguments)})
			}
		}
	}
}

// summed asks for each call of a turn what came of it: nobody knows how many there are.
func summed() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		m, _ := model.Ask(context.Background(), user(lines.Text()), nil)
		for _, call := range m.ToolCalls {
			if call.Function.Name == "summed" {
				text := effect("summed", call.Function.Arguments)
				m, _ := model.Ask(context.Background(), []model.Message{{Role: "tool", ToolCallID: call.ID, Content: text}}, nil)
				fmt.Println(m.Content)
			}
		}
	}
}

// posted: each request is a turn.
func posted(w http.ResponseWriter, r *http.Request) {
	history := user(r.FormValue("q"))
	m, _ := model.Ask(context.Background(), history, nil)
	for _, call := range m.ToolCalls {
		if call.Function.Name == "posted" {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: effect("posted", call.Function.Arguments)})
		}
	}
	m, _ = model.Ask(context.Background(), history, nil)
	fmt.Fprintln(w, m.Content)
}

// ticking: each hour is a turn.
func ticking(hours <-chan time.Time) {
	for range hours {
		history := user("what is new?")
		m, _ := model.Ask(context.Background(), history, nil)
		for _, call := range m.ToolCalls {
			if call.Function.Name == "ticking" {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: effect("ticking", call.Function.Arguments)})
			}
		}
		m, _ = model.Ask(context.Background(), history, nil)
		fmt.Println(m.Content)
	}
}

// queued begins the next turn itself.
func queued(next chan string) {
	next <- os.Args[2]
	for text := range next {
		history := user(text)
		m, _ := model.Ask(context.Background(), history, nil)
		for _, call := range m.ToolCalls {
			if call.Function.Name == "queued" {
				next <- effect("queued", call.Function.Arguments)
			}
		}
	}
}

type job struct{ text, from string }

// relayed makes somebody else begin the next turn.
func relayed(next chan string, jobs chan job) {
	go func() {
		for j := range jobs {
			next <- j.text
		}
	}()
	next <- os.Args[2]
	for text := range next {
		m, _ := model.Ask(context.Background(), user(text), nil)
		for _, call := range m.ToolCalls {
			if call.Function.Name == "relayed" {
				jobs <- job{text: effect("relayed", call.Function.Arguments)}
			}
		}
	}
}

// reloaded: who types begins the turns, in an application that a signal starts anew.
func reloaded(lines chan string) {
	reload := make(chan os.Signal, 1)
	for {
		go func() {
			for typed := bufio.NewScanner(os.Stdin); typed.Scan(); {
				lines <- typed.Text()
			}
		}()
		go func() {
			for text := range lines {
				history := user(text)
				m, _ := model.Ask(context.Background(), history, nil)
				for _, call := range m.ToolCalls {
					if call.Function.Name == "reloaded" {
						history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: effect("reloaded", call.Function.Arguments)})
					}
				}
				m, _ = model.Ask(context.Background(), history, nil)
				fmt.Println(m.Content)
			}
		}()
		<-reload
	}
}
