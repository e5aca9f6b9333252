// Package state keeps data between the steps of workflows.
package state

import (
	"context"
	"os/exec"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

type board struct{ Note string }

type noteArgs struct {
	Text string `json:"text"`
}

// Note keeps what the model says.
func Note() (tool.InvokableTool, error) {
	return utils.InferTool("note", "Keeps a note.", func(ctx context.Context, in noteArgs) (string, error) {
		err := compose.ProcessState(ctx, func(_ context.Context, s *board) error {
			s.Note = in.Text
			return nil
		})
		return "kept", err
	})
}

func newBoard(context.Context) *board { return &board{} }

func noted(_ context.Context, in string, s *board) (string, error) { return s.Note, nil }

func execute(_ context.Context, in string) (string, error) {
	out, err := exec.Command("sh", "-c", in).Output() // want `taint/effect: what a model chooses for "note" becomes a command: exec.Command`
	return string(out), err
}

// Before puts the note in front of the step that runs it.
func Before(ctx context.Context) error {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(newBoard))
	g.AddLambdaNode("run", compose.InvokableLambda(execute), compose.WithStatePreHandler(noted))
	g.AddEdge(compose.START, "run")
	g.AddEdge("run", compose.END)
	_, err := g.Compile(ctx)
	return err
}

func executeNext(_ context.Context, in string) (string, error) {
	out, err := exec.Command("sh", "-c", in).Output() // want `taint/effect: what a model chooses for "note" becomes a command: exec.Command`
	return string(out), err
}

// After makes the note what the step before has answered.
func After(ctx context.Context) error {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(newBoard))
	g.AddLambdaNode("plan", compose.InvokableLambda(list), compose.WithStatePostHandler(noted))
	g.AddLambdaNode("run-next", compose.InvokableLambda(executeNext))
	g.AddEdge(compose.START, "plan")
	g.AddEdge("plan", "run-next")
	g.AddEdge("run-next", compose.END)
	_, err := g.Compile(ctx)
	return err
}

func list(context.Context, string) (string, error) { return "ls", nil }
