// Command printed shows what the model wants, and runs nothing.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"shapes/model"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		answer, err := model.Ask(context.Background(), []model.Message{{Content: lines.Text()}}, nil)
		if err != nil {
			return
		}
		for _, c := range answer.ToolCalls {
			fmt.Println(show(c))
		}
	}
}

func show(c model.Call) string {
	switch c.Function.Name {
	case "bash":
		return quote(c.Function.Arguments)
	case "read":
		return "file " + quote(c.Function.Arguments)
	}
	return c.Function.Name
}

func quote(s string) string { return fmt.Sprintf("%q", s) }
