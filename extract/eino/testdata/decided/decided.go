// Package decided has tools that ask an approver which is not seen before they remove something.
package decided

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
)

type Request struct{ Prompt string }

type Decision struct{ Allowed bool }

type Approver interface {
	AskApproval(ctx context.Context, r Request) (Decision, error)
}

// Guard says whether something is allowed, by an error.
type Guard interface {
	Permission(path string) error
}

type Store interface {
	Lookup(path string) (string, error)
}

type in struct{ Path string }

type tools struct {
	approver Approver
	guard    Guard
	store    Store
	confirm  func(text string) bool
	strict   bool
}

func (t *tools) ask(ctx context.Context, what fmt.Stringer, path string) error {
	d, err := t.approver.AskApproval(ctx, Request{what.String() + path})
	if err != nil {
		return err
	}
	if !d.Allowed {
		return fmt.Errorf("no: %s", path)
	}
	return nil
}

type name string

func (n name) String() string { return string(n) }

// asked removes where the approver agrees, which its caller says.
func (t *tools) asked(ctx context.Context, x in) (string, error) {
	if err := t.ask(ctx, name("remove"), x.Path); err != nil {
		return err.Error(), nil
	}
	return "", os.Remove(x.Path)
}

// permitted removes where there is no error.
func (t *tools) permitted(ctx context.Context, x in) (string, error) {
	if err := t.guard.Permission(x.Path); err != nil {
		return "", err
	}
	return "", os.Remove(x.Path)
}

// confirmed asks a function of which the package knows nothing.
func (t *tools) confirmed(ctx context.Context, x in) (string, error) {
	if !t.confirm("remove " + x.Path) {
		return "no", nil
	}
	return "", os.Remove(x.Path)
}

// told asks, and goes on whatever the answer is.
func (t *tools) told(ctx context.Context, x in) (string, error) {
	t.confirm("removing " + x.Path)
	return "", os.Remove(x.Path)
}

// before asks after it has removed something.
func (t *tools) before(ctx context.Context, x in) (string, error) {
	if err := os.Remove(x.Path); err != nil {
		return "", err
	}
	if !t.confirm("more?") {
		return "no", nil
	}
	return "", os.Remove(x.Path + "~")
}

// mostly asks only under a switch.
func (t *tools) mostly(ctx context.Context, x in) (string, error) {
	if t.strict && !t.confirm("remove "+x.Path) {
		return "no", nil
	}
	return "", os.Remove(x.Path)
}

// found looks something up, which decides as much, and is no question.
func (t *tools) found(ctx context.Context, x in) (string, error) {
	path, err := t.store.Lookup(x.Path)
	if err != nil {
		return "", err
	}
	if path == "" {
		return "", errors.New("nothing there")
	}
	return "", os.Remove(path)
}

func Build(ctx context.Context, m model.ToolCallingChatModel, a Approver, g Guard, s Store, confirm func(string) bool, strict bool) (*react.Agent, error) {
	t := &tools{a, g, s, confirm, strict}
	var list []tool.BaseTool
	for _, one := range []struct {
		name string
		run  func(context.Context, in) (string, error)
	}{
		{"asked", t.asked}, {"permitted", t.permitted}, {"confirmed", t.confirmed},
		{"told", t.told}, {"before", t.before}, {"mostly", t.mostly}, {"found", t.found},
	} {
		made, err := utils.InferTool(one.name, "removes a file", one.run)
		if err != nil {
			return nil, err
		}
		list = append(list, made)
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, ToolsConfig: compose.ToolsNodeConfig{Tools: list}, MaxStep: 10,
	})
}
