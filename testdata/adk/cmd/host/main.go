// Command host runs one program of the catalog on one message, offline:
//
//	host release/clean deploy checkout 1.2.3
//
// The model is scripted, so what an agent says is dull; what it does is not.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"example.com/adkagents/catalog"
	"example.com/adkagents/internal/scripted"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

const maxEvents = 50 // a bad program may have no end of its own

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: host PROGRAM [MESSAGE...]")
	}
	if err := run(context.Background(), os.Args[1], strings.Join(os.Args[2:], " ")); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, name, message string) error {
	root, err := build(name)
	if err != nil {
		return err
	}
	r, err := runner.New(runner.Config{
		AppName: "host", Agent: root, SessionService: session.InMemoryService(), AutoCreateSession: true,
	})
	if err != nil {
		return err
	}
	n := 0
	for ev, err := range r.Run(ctx, "user", "session", genai.NewContentFromText(message, genai.RoleUser), agent.RunConfig{}) {
		if err != nil {
			return err
		}
		fmt.Println(line(ev))
		if n++; n == maxEvents {
			return fmt.Errorf("%s: still going after %d events", name, n)
		}
	}
	return nil
}

func build(name string) (agent.Agent, error) {
	for _, p := range catalog.Programs {
		if p.Name == name {
			return p.Build(scripted.New())
		}
	}
	return nil, fmt.Errorf("no program %q", name)
}

// line says in one line what happened.
func line(ev *session.Event) string {
	where := ev.Author
	if ev.NodeInfo != nil {
		where = ev.NodeInfo.Path
	}
	switch {
	case ev.RequestedInput != nil:
		return where + ": asks: " + ev.RequestedInput.Message
	case len(ev.Routes) > 0:
		return where + ": goes to " + strings.Join(ev.Routes, ", ")
	case ev.Output != nil:
		return fmt.Sprintf("%s: %v", where, ev.Output)
	}
	return where + ": speaks"
}
