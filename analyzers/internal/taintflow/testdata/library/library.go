// Package library calls functions of which rows of a policy file tell: see TestLibrary.
package library

import (
	"context"
	"html"
	"mime"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
)

type letter struct {
	Body string `sink:"forbid=ticket"`
	Note string `sink:"forbid=ticket,unless=html.UnescapeString"`
}

func source() letter {
	name, _ := os.Hostname()
	return letter{Body: name} // want `data of os.Hostname gets into library.letter.Body, which forbids "ticket"`
}

// own is a function of the program, of which a row tells all the same.
func own() string { return "name" }

func sourceOfOurs() letter {
	return letter{Body: own()} // want `data of library.own gets into library.letter.Body, which forbids "ticket"`
}

// What the row says takes the place of what is known: EscapeString copies its argument.
func sanitizer() letter {
	name, _ := os.Hostname()
	return letter{Body: html.EscapeString(name)}
}

// sanitizerOfAnother is for another label.
func sanitizerOfAnother() letter {
	name, _ := os.Hostname()
	return letter{Body: html.UnescapeString(name)} // want `data of os.Hostname gets into library.letter.Body`
}

// accepted is what the sink accepts, whatever label it takes away.
func accepted() letter {
	name, _ := os.Hostname()
	return letter{Note: html.UnescapeString(name)}
}

func notAccepted() letter {
	name, _ := os.Hostname()
	return letter{Note: strings.TrimSpace(name)} // want `data of os.Hostname gets into library.letter.Note, which forbids "ticket"; html.UnescapeString would stop it`
}

func validator() letter {
	name, _ := os.Hostname()
	if !utf8.ValidString(name) {
		return letter{}
	}
	return letter{Body: name}
}

// A row that asks of a function what it has not counts for nothing: see misplaced.
func misplaced() letter {
	name, _ := os.Hostname()
	return letter{Body: strings.ToUpper(name)} // want `data of os.Hostname gets into library.letter.Body`
}

// A row that says only what to look for leaves open what else the function does: what
// goes into code that nobody knows may come out,
func open() letter {
	name, _ := os.Hostname()
	return letter{Body: mime.FormatMediaType(name, nil)} // want `data of os.Hostname gets into library.letter.Body` `data of mime.FormatMediaType gets into library.letter.Body`
}

// and a method of an interface is that of the types that there are.
type notifier interface{ Notify(text string) string }

type echo struct{}

func (echo) Notify(text string) string {
	_ = letter{Body: text} // want `data of os.Hostname gets into library.letter.Body`
	return ""
}

func method(n notifier) {
	name, _ := os.Hostname()
	n.Notify(name)
}

// A function checks, whatever rows say of it beside that.
func fine(text string) bool { return utf8.ValidString(text) }

func checked() letter {
	name, _ := os.Hostname()
	if !fine(name) {
		return letter{}
	}
	return letter{Body: name}
}

type none struct{}

func host(context.Context, none) (string, error) { return os.Hostname() }

type goodArgs struct {
	Text string `json:"text" sink:"forbid=ticket,unless=EscapeString"`
}

func good(_ context.Context, in goodArgs) (string, error) { return html.EscapeString(in.Text), nil }

type mixedArgs struct {
	Text string `json:"text" sink:"forbid=ticket,unless=EscapeString"` // want `data of os.Hostname gets through a model into mixed.text, which forbids "ticket"`
}

func mixed(_ context.Context, in mixedArgs) (string, error) {
	return html.EscapeString(in.Text) + in.Text, nil
}

type misspelt struct {
	Text string `json:"text" sink:"forbid=tickets,unless=EscapeStrings"` // want `forbids "tickets", which is no label and no tool; did you mean "ticket"\?` `names the sanitizer "EscapeStrings", which no function, step or tool is; did you mean "EscapeString"\?`
}

func wrong(context.Context, misspelt) (string, error) { return "", nil }

// New gives all of them to one model.
func New(ctx context.Context, m model.ToolCallingChatModel) (*react.Agent, error) {
	reader, err := utils.InferTool("host", "Names the host.", host)
	if err != nil {
		return nil, err
	}
	a, err := utils.InferTool("good", "Tells everybody.", good)
	if err != nil {
		return nil, err
	}
	b, err := utils.InferTool("mixed", "Tells everybody.", mixed)
	if err != nil {
		return nil, err
	}
	c, err := utils.InferTool("wrong", "Tells everybody.", wrong)
	if err != nil {
		return nil, err
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, MaxStep: 9,
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{reader, a, b, c}},
	})
}
