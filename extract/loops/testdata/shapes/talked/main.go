// Command talked has methods that return nothing of what they do, and keep it for the next question.
// Somebody who is waited for talks to the model, and decides about no call; of one call somebody
// decides. A model says how often the one is asked that it starts.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"shapes/model"
)

type step struct {
	Action string `json:"action"`
	Input  string `json:"input"`
	Rounds int    `json:"rounds"`
}

type agent struct {
	words chan string
	yes   chan bool
	said  string // by somebody
	last  string // what came of the last step
	fails int
	notes []string
}

func main() {
	a := &agent{words: make(chan string), yes: make(chan bool)}
	go a.listen()
	a.loop()
}

// listen has what somebody types.
func (a *agent) listen() {
	for {
		var line string
		fmt.Scanln(&line)
		switch line {
		case "y":
			a.yes <- true
		case "n":
			a.yes <- false
		default:
			a.words <- line
		}
	}
}

func (a *agent) loop() {
	for {
		if a.fails > 2 {
			a.said = a.wait()
			if a.said == "" {
				return
			}
			a.fails = 0
		}
		s, err := next(a.said, a.last)
		if err != nil {
			return
		}
		switch s.Action {
		case "run":
			a.run(s.Input)
			a.rate()
		case "note":
			a.note(s.Input)
		case "start":
			a.start(s)
		case "offer":
			if !a.offer(s.Input) {
				return
			}
		case "final":
			return
		}
	}
}

func next(said, last string) (s step, err error) {
	answer, err := model.Ask(context.Background(), []model.Message{{Role: "user", Content: said + last}}, nil)
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal([]byte(strings.TrimSpace(answer.Content)), &s)
}

func (a *agent) wait() string { return <-a.words }

func (a *agent) run(line string) {
	out, err := exec.Command("sh", "-c", line).Output()
	if err != nil {
		a.last = err.Error()
		return
	}
	a.last = string(out)
}

func (a *agent) rate() {
	if strings.Contains(a.last, "failed") {
		a.fails++
	}
}

func (a *agent) note(text string) {
	a.notes = append(a.notes, text)
	os.WriteFile("notes", []byte(strings.Join(a.notes, "\n")), 0o600)
	a.last = "noted"
}

// offer asks before it runs.
func (a *agent) offer(line string) bool {
	fmt.Println(line)
	if <-a.yes {
		a.run(line)
	} else {
		a.last = "denied"
	}
	return true
}

func (a *agent) start(s step) {
	rounds := s.Rounds
	if rounds == 0 {
		rounds = 10
	}
	a.last = started(s.Input, rounds) + fixed(s.Input)
}

// started goes on for as long as the model has said.
func started(goal string, rounds int) (last string) {
	for n := 1; n <= rounds; n++ {
		s, err := next(goal, last)
		if err != nil || s.Action == "final" {
			return last
		}
		switch s.Action {
		case "read":
			data, _ := os.ReadFile(s.Input)
			last = string(data)
		case "list":
			last = list(s.Input)
		}
	}
	return last
}

// fixed is asked five times, whatever the model says.
func fixed(goal string) (last string) {
	for n := 1; n <= 5; n++ {
		s, err := next(goal, last)
		if err != nil || s.Action == "final" {
			return last
		}
		if s.Action == "list" {
			last = list(s.Input)
		}
	}
	return last
}

func list(dir string) string {
	all, _ := os.ReadDir(dir)
	return fmt.Sprint(all)
}
