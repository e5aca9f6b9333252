// Package main has workflows that run others, and a worker.
package main

import (
	"context"

	"github.com/sashabaranov/go-openai"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"example.com/golden/loop/acts"
)

var llm = openai.NewClient("key")

// Summarize asks a model.
func Summarize(ctx context.Context, text string) (string, error) {
	res, err := llm.CreateChatCompletion(ctx, openai.ChatCompletionRequest{})
	if err != nil {
		return "", err
	}
	return res.Choices[0].Message.Content, nil
}

// Fetch fetches a page.
func Fetch(ctx context.Context, url string) (string, error) { return url, nil }

// Count counts words.
func Count(ctx context.Context, text string) (int, error) { return len(text), nil }

// Research is a workflow that others run.
func Research(ctx workflow.Context, url string) (string, error) {
	var page, summary string
	if err := workflow.ExecuteActivity(ctx, Fetch, url).Get(ctx, &page); err != nil {
		return "", err
	}
	err := workflow.ExecuteActivity(ctx, "Summarize", page).Get(ctx, &summary)
	return summary, err
}

// Report runs Research, and then two activities at the same time; it begins anew if
// there is more.
func Report(ctx workflow.Context, urls []string) error {
	var summary string
	if err := workflow.ExecuteChildWorkflow(ctx, Research, urls[0]).Get(ctx, &summary); err != nil {
		return err
	}
	count := workflow.ExecuteActivity(ctx, Count, summary)
	tell := workflow.ExecuteActivity(ctx, "tell", summary)
	var words int
	if err := count.Get(ctx, &words); err != nil {
		return err
	}
	if err := tell.Get(ctx, nil); err != nil {
		return err
	}
	if len(urls) > 1 {
		return workflow.NewContinueAsNewError(ctx, Report, urls[1:])
	}
	return workflow.ExecuteChildWorkflow(ctx, "archive", summary).Get(ctx, nil)
}

// Store keeps a summary: there is no model in it.
func Store(ctx workflow.Context, summary string) error {
	return workflow.ExecuteActivity(ctx, "Remove", summary).Get(ctx, nil)
}

func main() {
	c, err := client.Dial(client.Options{})
	if err != nil {
		panic(err)
	}
	w := worker.New(c, "queue", worker.Options{})
	w.RegisterWorkflow(Research)
	w.RegisterWorkflowWithOptions(Report, workflow.RegisterOptions{Name: "report"})
	w.RegisterWorkflowWithOptions(Store, workflow.RegisterOptions{Name: "archive"})
	w.RegisterActivity(Summarize)
	w.RegisterActivity(Fetch)
	w.RegisterActivity(&acts.Activities{Client: llm})
	w.RegisterActivityWithOptions(acts.Notify, activity.RegisterOptions{Name: "tell"})
	c.ExecuteWorkflow(context.Background(), client.StartWorkflowOptions{}, Report, []string{"a"})
	w.Run(worker.InterruptCh())
}
