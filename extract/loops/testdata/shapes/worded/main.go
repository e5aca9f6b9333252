// Command worded has agents whose model is told, in words, to answer in JSON of the program's
// own, and calls its tools so.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"shapes/model"
)

func main() {
	ctx := context.Background()
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	switched(ctx, history)
	keyed(ctx, history)
	kinds(ctx, history)
	objects(ctx, history)
	converted(ctx, os.Args[1])
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	if err := os.Remove(path); err != nil {
		return err.Error()
	}
	return "removed"
}

func told(history []model.Message, result string) []model.Message {
	return append(history, model.Message{Role: "user", Content: "Observation: " + result})
}

type step struct {
	Action string `json:"action"`
	Input  string `json:"input"`
}

// switched compares the action where it runs the code.
func switched(ctx context.Context, history []model.Message) string {
	for range 1 {
		answer, _ := model.Ask(ctx, history, nil)
		text := strings.TrimSpace(answer.Content)
		var s step
		if err := json.Unmarshal([]byte(strings.Trim(text, "`")), &s); err != nil {
			history = told(history, "answer in JSON")
			continue
		}
		switch s.Action {
		case "read":
			history = told(history, read(s.Input))
		case "remove":
			history = told(history, remove(s.Input))
		case "final":
			return s.Input
		}
	}
	return ""
}

var object = regexp.MustCompile(`(?s)\{.*\}`)

var tools = map[string]func(args map[string]any) string{
	"read":   func(args map[string]any) string { return read(fmt.Sprint(args["path"])) },
	"remove": func(args map[string]any) string { return remove(fmt.Sprint(args["path"])) },
}

// keyed decodes into a map, and has the tools in another.
func keyed(ctx context.Context, history []model.Message) {
	for range 2 {
		answer, _ := model.Ask(ctx, history, nil)
		var call map[string]any
		if err := json.Unmarshal([]byte(object.FindString(answer.Content)), &call); err != nil {
			return
		}
		name, _ := call["tool"].(string)
		args, _ := call["args"].(map[string]any)
		if run, ok := tools[name]; ok {
			history = told(history, run(args))
		}
	}
}

type reply struct {
	Type   string          `json:"type"`
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args"`
	Answer string          `json:"answer"`
}

func parse(text string, into any) error { return json.Unmarshal([]byte(text), into) }

// kinds says first what kind of answer it is. A part of the arguments is compared, too.
func kinds(ctx context.Context, history []model.Message) string {
	for range 3 {
		answer, _ := model.Ask(ctx, history, nil)
		var r reply
		if parse(answer.Content, &r) != nil {
			continue
		}
		if r.Type == "final" {
			return r.Answer
		}
		if r.Type != "tool" {
			continue
		}
		history = told(history, run(r))
	}
	return ""
}

func run(r reply) string {
	var args struct{ Path, Mode string }
	json.Unmarshal(r.Args, &args)
	switch r.Tool {
	case "read":
		if args.Mode == "quiet" {
			return ""
		}
		return read(args.Path)
	case "remove":
		return remove(args.Path)
	}
	return "no such tool"
}

type tool interface {
	Name() string
	Run(input string) string
}

type reader struct{}

func (reader) Name() string            { return "read" }
func (reader) Run(input string) string { return read(input) }

type remover struct{}

func (remover) Name() string            { return "remove" }
func (remover) Run(input string) string { return remove(input) }

// objects compares the action with what objects say of themselves.
func objects(ctx context.Context, history []model.Message) {
	for range 4 {
		answer, _ := model.Ask(ctx, history, nil)
		var s step
		json.NewDecoder(strings.NewReader(answer.Content)).Decode(&s)
		for _, t := range []tool{reader{}, remover{}} {
			if t.Name() == s.Action {
				history = told(history, t.Run(s.Input))
			}
		}
	}
}

type kind string

const (
	kindRead   kind = "read"
	kindRemove kind = "remove"
)

type task struct {
	kind kind
	path string
}

// converted makes a task of the step, with a kind of its own, and asks in one text.
func converted(ctx context.Context, goal string) {
	log := []string{goal}
	for range 5 {
		answer, _ := model.Ask(ctx, []model.Message{{Role: "user", Content: strings.Join(log, "\n")}}, nil)
		var s step
		if json.Unmarshal([]byte(answer.Content), &s) != nil {
			return
		}
		log = append(log, do(taskOf(s)))
	}
}

func taskOf(s step) task {
	switch kind(s.Action) {
	case kindRead:
		return task{kindRead, s.Input}
	case kindRemove:
		return task{kindRemove, s.Input}
	}
	return task{}
}

func do(t task) string {
	switch t.kind {
	case kindRead:
		return read(t.path)
	case kindRemove:
		return remove(t.path)
	}
	return "no such task"
}
