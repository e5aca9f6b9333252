// Command asked asks its user before some of its tools run, and always before one of them.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"

	"example.com/module/flow/model"
)

var tools = map[string]func(ctx context.Context, args string) (string, error){"shell": shell, "script": script, "remove": remove}

func shell(ctx context.Context, args string) (string, error) {
	fmt.Print("run ", args, "? ")
	if answer, _ := bufio.NewReader(os.Stdin).ReadString('\n'); answer != "yes\n" {
		return "the user said no", nil
	}
	out, err := exec.CommandContext(ctx, "sh", "-c", args).CombinedOutput()
	return string(out), err
}

var yes = os.Getenv("YES") != ""

func script(ctx context.Context, args string) (string, error) {
	if !yes && !may(args) {
		return "the user said no", nil
	}
	out, err := exec.CommandContext(ctx, "sh", "-c", args).CombinedOutput()
	return string(out), err
}

func may(args string) bool {
	fmt.Print("run ", args, "? ")
	answer, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	return answer == "yes\n"
}

func remove(_ context.Context, args string) (string, error) { return "", os.RemoveAll(args) }

func main() {
	ctx, history := context.Background(), []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, c := range answer.ToolCalls {
			result := "no such tool"
			if run := tools[c.Function.Name]; run != nil {
				result, _ = run(ctx, c.Function.Arguments)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: result})
		}
	}
}
