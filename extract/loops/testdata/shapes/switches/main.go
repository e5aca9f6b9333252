// Command switches asks the person at the terminal in its tools, unless a switch says otherwise. Of
// those whose names begin with "bad" the question is off by default; the others are their twins.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"

	"shapes/model"
)

var tools = map[string]func(string) string{
	"bad_flag":     badFlag,
	"flag":         asksByFlag,
	"bad_variable": badVariable,
	"variable":     variable,
	"bad_field":    badField,
	"field":        field,
	"bad_mode":     badMode,
	"mode":         mode,
	"bad_config":   badConfig,
	"config":       config,
	"always":       allowed,
	"environment":  environment,
	"two":          two,
	"both":         both,
	"safe":         safe,
}

func main() {
	flag.Parse()
	load()
	if os.Getenv("TRUSTED") != "" {
		trusted = true
	}
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			if run := tools[call.Function.Name]; run != nil {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)})
			}
		}
	}
}

func confirm(what string) bool {
	fmt.Printf("%s? [y/N] ", what)
	text, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	return strings.TrimSpace(text) == "y"
}

// A flag.

var (
	ask  = flag.Bool("ask", false, "ask before anything is removed")
	auto = flag.Bool("auto", false, "remove without asking")
)

func badFlag(path string) string {
	if *ask && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

func asksByFlag(path string) string {
	if !*auto && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

// A variable of the package.

var (
	quiet = true
	loud  = false
)

func badVariable(path string) string {
	if quiet || confirm(path) {
		os.Remove(path)
		return path
	}
	return "denied"
}

func variable(path string) string {
	if loud || confirm(path) {
		os.Remove(path)
		return path
	}
	return "denied"
}

// A field that is set where the object is made.

type desk struct{ yolo, yes bool }

var front = &desk{yolo: true, yes: false}

func badField(path string) string { return front.remove(path) }

func (d *desk) remove(path string) string {
	if !d.yolo && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

func field(path string) string { return front.drop(path) }

func (d *desk) drop(path string) string {
	if !d.yes && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

// One of several modes.

type manner int

const (
	asking manner = iota
	running
)

type plan struct{ bad, good manner }

var today = plan{bad: running, good: asking}

func badMode(path string) string {
	if today.bad == asking && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

func mode(path string) string {
	if today.good == asking && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

// A configuration that a file may change.

type settings struct {
	AutoApprove bool `json:"auto_approve"`
	AskFirst    bool `json:"ask_first"`
}

var current = &settings{AutoApprove: true, AskFirst: true}

func load() {
	if data, err := os.ReadFile("desk.json"); err == nil {
		json.Unmarshal(data, current)
	}
}

func badConfig(path string) string {
	if !current.AutoApprove && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

func config(path string) string {
	if current.AskFirst && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

// What somebody has answered before is no default.

var always bool

func allowed(path string) string {
	if !always {
		fmt.Printf("%s? [y/N/always] ", path)
		text, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		switch strings.TrimSpace(text) {
		case "always":
			always = true
		case "y":
		default:
			return "denied"
		}
	}
	os.Remove(path)
	return path
}

// Nobody knows what the environment says.

var trusted bool

func environment(path string) string {
	if !trusted && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

// Some are made with it, and others without.

type door struct{ open bool }

var doors = []*door{{open: true}, {}}

func two(path string) string {
	if d := doors[len(path)%2]; !d.open && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

// Off by default, but something else has to be on.

func both(path string) string {
	if !(quiet && trusted) && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}

// What is safe is nobody's to answer for.

func safe(path string) string {
	if !strings.HasPrefix(path, "tmp/") && !*auto && !confirm(path) {
		return "denied"
	}
	os.Remove(path)
	return path
}
