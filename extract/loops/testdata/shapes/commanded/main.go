// Command commanded has tools that are command lines in a list, which a file has. What only looks at
// the arguments of a call is none.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"shapes/model"
)

type entry struct {
	Name    string   `json:"name"`
	Command string   `json:"command"`
	Needs   []string `json:"needs"`
}

type app struct {
	entries []entry
	history []model.Message
	most    int
}

func main() {
	most := flag.Int("most", 0, "how often the model is asked, 0 for no limit")
	flag.Parse()
	a := &app{most: *most}
	data, _ := os.ReadFile("tools.json")
	if json.Unmarshal(data, &a.entries) != nil {
		return
	}
	if flag.NArg() > 0 {
		a.checking(context.Background())
		return
	}
	a.converse(context.Background())
}

func (a *app) converse(ctx context.Context) {
	turns := 0
	for {
		if a.most > 0 && turns >= a.most {
			break
		}
		answer, err := model.Ask(ctx, a.history, a.names())
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		a.history = append(a.history, answer)
		turns++
		a.serve(answer.ToolCalls)
	}
}

func (a *app) names() (out []string) {
	for _, e := range a.entries {
		out = append(out, e.Name)
	}
	return out
}

func (a *app) serve(calls []model.Call) {
	for _, call := range calls {
		var found entry
		for _, e := range a.entries {
			if e.Name == call.Function.Name {
				found = e
				break
			}
		}
		if found.Name == "" {
			continue
		}
		if err := check(found, call.Function.Arguments); err != nil {
			a.tell(call, err.Error())
			continue
		}
		out, err := execute(found, call.Function.Arguments)
		if err != nil {
			a.tell(call, err.Error())
			continue
		}
		a.tell(call, out)
	}
}

func (a *app) tell(call model.Call, text string) {
	a.history = append(a.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: text})
}

func execute(e entry, args string) (string, error) {
	cmd := exec.Command("sh", "-c", e.Command)
	cmd.Stdin = strings.NewReader(args)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func check(e entry, args string) error {
	for _, name := range e.Needs {
		if !strings.Contains(args, name) {
			return fmt.Errorf("%s is missing", name)
		}
	}
	return nil
}

// checking hands the calls of one answer on to who reads the output, after it has looked at them.
func (a *app) checking(ctx context.Context) error {
	answer, err := model.Ask(ctx, a.history, a.names())
	if err != nil {
		return err
	}
	for _, call := range answer.ToolCalls {
		for _, e := range a.entries {
			if e.Name == call.Function.Name && check(e, call.Function.Arguments) != nil {
				return errors.New("not valid")
			}
		}
		fmt.Println(call.Function.Name, call.Function.Arguments)
	}
	return nil
}
