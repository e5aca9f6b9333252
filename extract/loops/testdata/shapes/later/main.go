// Command later registers its tools by a helper, and runs what two of them leave to it: one where
// its user agrees, the other one at once.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"shapes/model"
)

type run func(args string) (string, error)

type entry struct {
	name string
	run  run
}

type registry struct{ entries []entry }

func (r *registry) register(name string, run run) {
	r.entries = append(r.entries, entry{name: name, run: run})
}

func (r *registry) fill() {
	r.register("list", list)
	r.register("remove", remove)
	r.register("shell", shell)
	r.register("trim", trim)
	r.register("once", once)
}

func (r *registry) execute(name, args string) (string, error) {
	for _, e := range r.entries {
		if e.name == name {
			return e.run(args)
		}
	}
	return "", fmt.Errorf("no tool %s", name)
}

// pending is what a user must agree to.
type pending struct{ run func() error }

func (*pending) Error() string { return "pending" }

// queued is what may run at once.
type queued struct{ start func() error }

func (*queued) Error() string { return "queued" }

func list(args string) (string, error) {
	entries, err := os.ReadDir(args)
	return fmt.Sprint(entries), err
}

func remove(args string) (string, error) {
	if _, err := os.Stat(args); err != nil {
		return "", err
	}
	return "", &pending{func() error { return os.Remove(args) }}
}

func shell(args string) (string, error) {
	return "", &queued{func() error { return exec.Command("sh", "-c", args).Run() }}
}

// trim writes a copy at once, by a library, and asks before it removes.
func trim(args string) (string, error) {
	if _, err := os.Stat(args); err != nil {
		return "", err
	}
	time.AfterFunc(time.Millisecond, func() { os.Rename(args, args+".old") })
	return "", &pending{func() error { return os.Remove(args) }}
}

var first sync.Once

// once does the same by another library.
func once(args string) (string, error) {
	first.Do(func() { os.Rename(args, args+".old") })
	return "", &pending{func() error { return os.Remove(args) }}
}

func agrees() bool {
	in := bufio.NewScanner(os.Stdin)
	return in.Scan() && in.Text() == "y"
}

func main() {
	r := new(registry)
	r.fill()
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 10 {
		m, err := model.Ask(context.Background(), history, []string{"list", "remove", "shell", "trim", "once"})
		if err != nil || len(m.ToolCalls) == 0 {
			return
		}
		for _, c := range m.ToolCalls {
			out, err := r.execute(c.Function.Name, c.Function.Arguments)
			switch e := err.(type) {
			case *pending:
				if agrees() {
					err = e.run()
				}
			case *queued:
				err = e.start()
			}
			history = append(history, model.Message{Role: "tool", Content: fmt.Sprint(out, err), ToolCallID: c.ID})
		}
	}
}
