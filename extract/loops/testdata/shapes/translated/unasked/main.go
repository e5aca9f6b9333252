// Command unasked is translated without the question: what decides is what an action says. One tool
// has the name that stands for another one; somebody is asked before that tool, and not before the other.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"

	"shapes/translated/browser"
)

func main() {
	var client anthropic.Client
	var history []anthropic.MessageParam
	for range 9 {
		answer, err := client.Messages.New(context.Background(), anthropic.MessageNewParams{Messages: history})
		if err != nil || len(answer.Content) == 0 {
			return
		}
		for _, block := range answer.Content {
			said := ""
			if block.Name == "go" && !agreed() {
				continue
			}
			if action, err := parse(block); err != nil {
				said = err.Error()
			} else {
				said = new(browser.Browser).Do(*action).Said
			}
			history = append(history, anthropic.MessageParam{Content: []anthropic.ToolResultBlockParam{{ToolUseID: block.ID, Content: said}}})
		}
	}
}

func parse(block anthropic.ContentBlockUnion) (*browser.Action, error) {
	action := new(browser.Action)
	if err := json.Unmarshal([]byte(block.JSON.Input.Raw()), action); err != nil {
		return nil, err
	}
	switch block.Name {
	case "open_page":
		action.Kind = browser.Open
	case "press_enter", "go":
		action.Kind = browser.Press
	}
	if !strings.HasPrefix(action.URL, "https:") {
		return nil, errors.New("denied")
	}
	return action, nil
}

func agreed() bool {
	var line string
	fmt.Scanln(&line)
	return line == "y"
}
