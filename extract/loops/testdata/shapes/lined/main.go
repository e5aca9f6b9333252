// Command lined has a model that is told to write a line for each call of a tool, which code takes
// apart.
package main

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"shapes/model"
)

var action = regexp.MustCompile(`Action: (\w+)\[(.*)\]`)

var tools = map[string]func(string) string{
	"read": func(path string) string {
		data, _ := os.ReadFile(path)
		return string(data)
	},
	"run": func(line string) string {
		out, _ := exec.Command("sh", "-c", line).CombinedOutput()
		return string(out)
	},
}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 9 {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil {
			return
		}
		m := action.FindStringSubmatch(answer.Content)
		if m == nil {
			return
		}
		if run, ok := tools[strings.TrimSpace(m[1])]; ok {
			history = append(history, model.Message{Role: "user", Content: "Observation: " + run(m[2])})
		}
	}
}
