// Command essay writes an essay, has it reviewed and revised, and publishes it. What the desk
// knows of the essay is the local state of the graph:
//
//	draft → review ─accepted─────→ publish → file ─accepted→ announce
//	          ├─rejected, again──→ draft      ↑  └─else───→ END
//	          └─rejected for good→ shelve ────┘
//
// The graph alone does not say how often an essay is drafted, and that an essay which is shelved is
// not announced. The state does.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

// maxRounds is how often an essay is reviewed.
const maxRounds = 3

// What the reviewer may say of an essay.
const (
	accepted = "accepted"
	rejected = "rejected"
)

// essay is what the desk knows.
type essay struct {
	rounds int
	status string
	log    []string
}

func newEssay(context.Context) *essay { return &essay{status: "new"} }

func (e *essay) note(format string, args ...any) { e.log = append(e.log, fmt.Sprintf(format, args...)) }

func (e *essay) again() bool { return e.status == rejected && e.rounds < maxRounds }

// A desk has a model that writes and one that reviews.
type desk struct {
	writer, reviewer model.BaseChatModel
}

func (d *desk) draft(ctx context.Context, topic string) (string, error) {
	said, err := d.writer.Generate(ctx, []*schema.Message{schema.UserMessage("Write about " + topic)})
	if err != nil {
		return "", err
	}
	return said.Content, nil
}

func (d *desk) review(ctx context.Context, text string) (string, error) {
	said, err := d.reviewer.Generate(ctx, []*schema.Message{schema.UserMessage("Is this GOOD or BAD? " + text)})
	if err != nil {
		return "", err
	}
	err = compose.ProcessState(ctx, func(_ context.Context, e *essay) error {
		e.rounds++
		e.status = rejected
		if strings.Contains(said.Content, "GOOD") {
			e.status = accepted
		}
		e.note("round %d: %s", e.rounds, e.status)
		return nil
	})
	return text, err
}

func afterReview(ctx context.Context, _ string) (next string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, e *essay) error {
		switch {
		case e.status == accepted:
			next = "publish"
		case e.again():
			next = "draft"
		default:
			next = "shelve"
		}
		return nil
	})
	return next, err
}

func publish(_ context.Context, text string) (string, error) { return "published: " + text, nil }

func shelve(_ context.Context, text string) (string, error) { return "shelved: " + text, nil }

func file(_ context.Context, text string, e *essay) (string, error) {
	e.note("filed")
	return text, nil
}

func keep(_ context.Context, text string) (string, error) { return text, nil }

func afterFile(ctx context.Context, _ string) (string, error) {
	var status string
	if err := compose.ProcessState(ctx, func(_ context.Context, e *essay) error {
		status = e.status
		return nil
	}); err != nil {
		return "", err
	}
	if status == accepted {
		return "announce", nil
	}
	return compose.END, nil
}

func announce(_ context.Context, text string) (string, error) { return "announced, " + text, nil }

func newGraph(ctx context.Context, d *desk) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(newEssay))
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(d.draft))
	_ = g.AddLambdaNode("review", compose.InvokableLambda(d.review))
	_ = g.AddLambdaNode("publish", compose.InvokableLambda(publish))
	_ = g.AddLambdaNode("shelve", compose.InvokableLambda(shelve))
	_ = g.AddLambdaNode("file", compose.InvokableLambda(keep), compose.WithStatePreHandler(file))
	_ = g.AddLambdaNode("announce", compose.InvokableLambda(announce))

	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddEdge("draft", "review")
	_ = g.AddBranch("review", compose.NewGraphBranch(afterReview, map[string]bool{"publish": true, "draft": true, "shelve": true}))
	_ = g.AddEdge("publish", "file")
	_ = g.AddEdge("shelve", "file")
	_ = g.AddBranch("file", compose.NewGraphBranch(afterFile, map[string]bool{"announce": true, compose.END: true}))
	_ = g.AddEdge("announce", compose.END)
	return g.Compile(ctx, compose.WithGraphName("essay"), compose.WithMaxRunSteps(30))
}

func main() {
	ctx := context.Background()
	run, err := newGraph(ctx, &desk{writer: said("an essay"), reviewer: said("BAD")})
	if err == nil {
		var text string
		text, err = run.Invoke(ctx, strings.Join(os.Args[1:], " "))
		fmt.Println(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
