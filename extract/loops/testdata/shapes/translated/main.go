// Command translated makes actions of what a model calls, by other names, and goes by these. The
// model's arguments are the text that came. Somebody may be asked, on a screen, unless a setting says
// otherwise. What it shows of a call goes by other words, too, and is no tool.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/anthropics/anthropic-sdk-go"
	tea "github.com/charmbracelet/bubbletea"

	"shapes/translated/browser"
)

type agent struct {
	client  anthropic.Client
	browser *browser.Browser
	asks    bool
}

func main() {
	a := &agent{browser: new(browser.Browser), asks: os.Getenv("ASK") != ""}
	a.loop()
}

func (a *agent) loop() {
	var history []anthropic.MessageParam
	for {
		answer, err := a.client.Messages.New(context.Background(), anthropic.MessageNewParams{Messages: history})
		if err != nil || len(answer.Content) == 0 {
			return
		}
		for _, block := range answer.Content {
			action := parse(block)
			show(block.Name)
			said := ""
			if err := a.check(action); err != nil {
				said = err.Error()
			} else {
				said = a.run(action).Said
			}
			history = append(history, anthropic.MessageParam{Content: []anthropic.ToolResultBlockParam{{ToolUseID: block.ID, Content: said}}})
		}
	}
}

func parse(block anthropic.ContentBlockUnion) *browser.Action {
	raw, action := []byte(block.JSON.Input.Raw()), &browser.Action{}
	switch block.Name {
	case "open_page":
		var in struct{ URL string }
		json.Unmarshal(raw, &in)
		action.Kind, action.URL = browser.Open, in.URL
	case "type_text":
		var in struct{ Text string }
		json.Unmarshal(raw, &in)
		action.Kind, action.Text = browser.Type, in.Text
	case "press_enter":
		action.Kind = browser.Press
	case "look":
		action.Kind = browser.Look
	}
	return action
}

func (a *agent) run(action *browser.Action) *browser.Result {
	switch action.Kind {
	case browser.Look:
		return look(action)
	default:
		return a.browser.Do(*action)
	}
}

func look(action *browser.Action) *browser.Result {
	data, _ := os.ReadFile(action.URL)
	return &browser.Result{Said: string(data)}
}

func (a *agent) check(action *browser.Action) error {
	if !a.asks {
		return nil
	}
	if action.Kind == browser.Open {
		yes, err := confirm(action.URL)
		if err != nil {
			return err
		}
		if !yes {
			return errors.New("denied")
		}
	}
	return nil
}

type dialog struct {
	text string
	yes  bool
}

func (d dialog) View() string { return d.text }

func confirm(text string) (bool, error) {
	last, err := tea.NewProgram(dialog{text: text}).Run()
	if err != nil {
		return false, err
	}
	return last.(dialog).yes, nil
}

func show(name string) {
	sign := "?"
	switch name {
	case "open_page":
		sign = "page"
	case "type_text":
		sign = "keys"
	}
	if sign == "page" || sign == "keys" {
		fmt.Println(sign, name)
	}
}
