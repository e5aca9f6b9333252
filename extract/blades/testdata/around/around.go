// Package around has tools with middleware that asks before the tool runs, or does not wait for
// the answer.
package around

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/go-kratos/blades"
	"github.com/go-kratos/blades/tools"
)

type handler = tools.Handler[string, string]

type handle = tools.HandleFunc[string, string]

func remove(ctx context.Context, path string) (string, error) { return path, os.Remove(path) }

// asks lets a call through if somebody says yes.
func asks(next handler) handler {
	return handle(func(ctx context.Context, in string) (string, error) {
		var answer string
		fmt.Scanln(&answer)
		if answer != "y" {
			return "", errors.New("no")
		}
		return next.Handle(ctx, in)
	})
}

// tells asks, and goes on.
func tells(next handler) handler {
	return handle(func(ctx context.Context, in string) (string, error) {
		var answer string
		fmt.Scanln(&answer)
		if answer != "y" {
			fmt.Println("as you like")
		}
		return next.Handle(ctx, in)
	})
}

// counts asks nobody.
func counts(next handler) handler {
	return handle(func(ctx context.Context, in string) (string, error) {
		fmt.Println(in)
		return next.Handle(ctx, in)
	})
}

// own is a handler of a type of its own.
type own struct{ next handler }

func (o own) Handle(ctx context.Context, in string) (string, error) {
	var answer string
	fmt.Scanln(&answer)
	return o.next.Handle(ctx, in)
}

func owns(next handler) handler { return own{next} }

func with(name string, opts ...tools.Option) (blades.Agent, error) {
	return blades.NewAgent(name, blades.WithTools(tools.NewTool("remove", "removes a file", handle(remove), opts...)))
}

func Bad() {
	with("bare")
	with("counting", tools.WithMiddleware(counts))
	with("telling", tools.WithMiddleware(tells))
	with("asked by none", tools.WithMiddleware(asks), tools.WithMiddleware(counts)) // the last counts
}

func Clean() {
	with("asked", tools.WithMiddleware(asks))
	with("chained", tools.WithMiddleware(tools.ChainMiddlewares(counts, asks)))
	with("both", tools.WithMiddleware(counts, asks))
}

// Open has middleware that is not read.
func Open(mw tools.Middleware) {
	with("given", tools.WithMiddleware(mw))
	with("owned", tools.WithMiddleware(owns))
}
