// Package tools has tools that hand their arguments to a service.
package tools

import (
	"context"
	"encoding/json"

	"example.com/module/flow/far/agent"
)

type Service interface {
	Query(ctx context.Context, where string) (string, error)
	Save(name, text string) error
	Count(ctx context.Context, limit int) (string, error)
}

type Query struct{ Service Service }

func (*Query) Name() string { return "query" }

func (q *Query) Do(ctx context.Context, call agent.Call) (string, error) {
	var args struct {
		Where string `json:"where"`
	}
	if err := json.Unmarshal([]byte(call.Input), &args); err != nil {
		return "", err
	}
	return q.Service.Query(ctx, args.Where)
}

type Save struct{ Service Service }

func (*Save) Name() string { return "save" }

// Do writes what the model says to a file whose name the program chooses.
func (s *Save) Do(_ context.Context, call agent.Call) (string, error) {
	return "saved", s.Service.Save("notes.txt", call.Input)
}

type Count struct{ Service Service }

func (*Count) Name() string { return "count" }

// Do puts a number into a statement, and no text.
func (c *Count) Do(ctx context.Context, call agent.Call) (string, error) {
	var args struct {
		Limit int `json:"limit"`
	}
	if err := json.Unmarshal([]byte(call.Input), &args); err != nil {
		return "", err
	}
	return c.Service.Count(ctx, args.Limit)
}
