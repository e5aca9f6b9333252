// Package graphs builds workflows call by call.
package graphs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"reflect"

	"example.com/golden/graphs/steps"
	"github.com/microsoft/agent-framework-go/workflow"
	"github.com/microsoft/agent-framework-go/workflow/inproc"
)

type mail struct{ Spam, Urgent bool }

// judge is an executor with a type of its own, which ends the run or asks again.
type judge struct {
	_     workflow.AttrSendsMessage[string]
	limit int
	tries int
}

func (j *judge) Handle(ctx *workflow.Context, guess int) error {
	if j.tries++; j.tries > j.limit {
		return ctx.YieldOutput("too many")
	}
	if err := check(guess); err != nil {
		return err // the run fails
	}
	return ctx.SendMessage("", "again")
}

func check(guess int) error {
	if guess < 0 {
		return errors.New("negative")
	}
	return nil
}

// Game asks a human until the guess is right.
func Game() (*workflow.Workflow, error) {
	port := workflow.RequestPort{ID: "guess", Request: reflect.TypeFor[string](), Response: reflect.TypeFor[int]()}
	ask, rate := port.Bind(), workflow.NewExecutor("rate", &judge{limit: 5}).Bind()
	return workflow.NewBuilder(ask).WithName("game").AddEdge(ask, rate).AddEdge(rate, ask).WithOutputFrom(rate).Build()
}

// Endless never ends: each step always sends a message.
func Endless() (*workflow.Workflow, error) {
	left, right := steps.Pass("left"), workflow.NewExecutor("right", func(ctx *workflow.Context, in string) error {
		if in == "" {
			return errors.New("nothing to send")
		}
		return ctx.SendMessage("left", in)
	}).Bind()
	return workflow.NewBuilder(left).AddEdge(left, right).AddEdge(right, left).Build()
}

// Sorted decides in a switch, whose second case has two targets.
func Sorted() (*workflow.Workflow, error) {
	read := workflow.NewExecutor("read", func(text string) mail { return mail{} }).Bind()
	b := workflow.NewBuilder(read)
	b.AddSwitch(read).
		AddCase(func(m any) bool { return m.(mail).Spam }, steps.Pass("drop")).
		AddCase(func(m any) bool { return m.(mail).Urgent }, steps.Pass("call"), steps.Pass("answer")).
		WithDefault(steps.Pass("file")).
		AddToBuilder(b)
	b.AddDirectEdge(read, steps.Pass("count"), false, func(m any) bool { return !m.(mail).Spam })
	return b.Build()
}

// Half decides in a switch without a default.
func Half() (*workflow.Workflow, error) {
	read := steps.Pass("read")
	b := workflow.NewBuilder(read)
	return b.AddSwitch(read).AddCase(func(any) bool { return os.Getenv("HALF") != "" }, steps.Pass("rest")).AddToBuilder(b).Build()
}

// Fan sends to a table of workers, some of them by an assigner, and waits for them.
func Fan(extra bool) (*workflow.Workflow, error) {
	split, join := steps.Pass("split"), steps.Counter("join")
	var workers []workflow.ExecutorBinding
	for i, name := range []string{"count", "sum"} {
		workers = append(workers, steps.Pass(fmt.Sprintf("%s %d", name, i)))
	}
	if extra {
		workers = append(workers, steps.Pass("extra"))
	}
	b := workflow.NewBuilder(split).AddFanOutEdge(split, workers).AddFanInBarrierEdge(workers, join)
	some := []workflow.ExecutorBinding{steps.Pass("a"), steps.Pass("b")}
	b.AddFanOutEdge(join, some, workflow.WithEdgeAssigner(func(int, any) iter.Seq[int] { return nil }))
	return steps.Audited(b, some...).Build()
}

// Barriers has a node behind two barriers, and one that others reach, too.
func Barriers() (*workflow.Workflow, error) {
	start, a, b, end := steps.Pass("start"), steps.Pass("a"), steps.Pass("b"), steps.Pass("end")
	return workflow.NewBuilder(start).AddFanOutEdge(start, []workflow.ExecutorBinding{a, b}).
		AddFanInBarrierEdge([]workflow.ExecutorBinding{a, b}, end).
		AddEdge(start, end).Build()
}

// Nested runs one workflow as a step of another, in a chain.
func Nested(ctx context.Context) error {
	inner, err := Sorted()
	if err != nil {
		return err
	}
	first := steps.Pass("first")
	outer, err := workflow.NewBuilder(first).
		AddChain(first, []workflow.ExecutorBinding{inproc.BindSubworkflowAsExecutor(inner, "sort"), steps.Pass("last")}, false).Build()
	if err != nil {
		return err
	}
	_, err = inproc.Default.Run(ctx, outer, "text")
	return err
}

// Named uses placeholders, a name that exists at run time only, and one that no
// executor has.
func Named() (*workflow.Workflow, error) {
	late := workflow.ExecutorBinding{ID: "late"}
	lost := workflow.NewExecutor("lost", func(ctx *workflow.Context, in string) error {
		if in == "" {
			return ctx.RequestHalt()
		}
		if err := ctx.SendMessage("late", in); err != nil {
			return err
		}
		return ctx.SendMessage("nobody", in)
	}).Bind()
	open := steps.Pass(os.Getenv("STEP"))
	return workflow.NewBuilder(lost).AddEdge(lost, late).AddEdge(late, open).BindExecutor(steps.Counter("late")).Build()
}

// Collect sends when all messages of a step are there.
func Collect() (*workflow.Workflow, error) {
	collect := workflow.BindNewExecutorFunc("collect", func(_, id string) (*workflow.Executor, error) {
		var all []string
		return workflow.NewExecutor(id, func(in string) { all = append(all, in) }).Extend(&workflow.Executor{
			OnMessageDeliveryFinishedFunc: func(ctx *workflow.Context) error { return ctx.SendMessage("", all) },
		}), nil
	})
	quiet := workflow.NewExecutor("quiet", func(in []string) []string { return in })
	quiet.DisableAutoSendMessageHandlerResultObject = true
	end := quiet.Bind()
	return workflow.NewBuilder(collect).AddEdge(collect, end).AddEdge(end, steps.Pass("never")).Build()
}
