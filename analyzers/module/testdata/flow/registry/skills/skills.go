// Package skills has tools by their names, one of which runs others.
package skills

import (
	"errors"
	"os"
	"os/exec"
)

// A Func is the code of a skill.
type Func func(args map[string]any) (any, error)

type entry struct {
	description string
	run         Func
}

// A Registry has skills by their names.
type Registry struct{ entries map[string]entry }

// New returns the registry of all skills.
func New(shell bool) *Registry {
	r := &Registry{entries: make(map[string]entry)}
	again := func(name string, args map[string]any) (any, error) { return r.Run(name, args) }
	r.register("shell", "Runs a command.", Shell(shell))
	r.register("explain", "Explains a word.", Explain())
	r.register("pipeline", "Runs skills one after the other.", Pipeline(again))
	r.register("create", "Makes a skill of others.", Create(r, again))
	return r
}

func (r *Registry) register(name, description string, run Func) {
	r.entries[name] = entry{description, run}
}

// Run runs a skill.
func (r *Registry) Run(name string, args map[string]any) (any, error) {
	e, ok := r.entries[name]
	if !ok {
		return nil, errors.New("no skill " + name)
	}
	return e.run(args)
}

func text(args map[string]any, key string) string {
	s, _ := args[key].(string)
	return s
}

// Shell returns a skill that runs commands, if that is allowed.
func Shell(allowed bool) Func {
	return func(args map[string]any) (any, error) {
		if !allowed {
			return nil, errors.New("not allowed")
		}
		out, err := exec.Command("sh", "-c", text(args, "command")).CombinedOutput()
		return string(out), err
	}
}

// Explain returns a skill that does no harm.
func Explain() Func {
	return func(args map[string]any) (any, error) { return "about " + text(args, "word"), nil }
}

// Pipeline returns a skill that runs others.
func Pipeline(run func(string, map[string]any) (any, error)) Func {
	return func(args map[string]any) (out any, err error) {
		steps, _ := args["steps"].([]any)
		for _, s := range steps {
			step, _ := s.(map[string]any)
			in := map[string]any{"before": out}
			for k, v := range step {
				in[k] = v
			}
			if out, err = run(text(step, "skill"), in); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
}

// Create returns a skill that makes skills of others.
func Create(r *Registry, run func(string, map[string]any) (any, error)) Func {
	return func(args map[string]any) (any, error) {
		name, steps := text(args, "name"), args["steps"]
		if err := os.WriteFile("skills.txt", []byte(name), 0o600); err != nil {
			return nil, err
		}
		made := Pipeline(run)
		r.register(name, "made", func(in map[string]any) (any, error) {
			return made(map[string]any{"steps": steps, "in": in})
		})
		return "made", nil
	}
}
