package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"shapes/model"
)

// A server runs tools. Both ask for them in JSON of their own.
type server interface {
	Call(ctx context.Context, name string, args map[string]any) (string, error)
}

type params struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

type request struct {
	Method string `json:"method"`
	Params any    `json:"params"`
}

type web struct{ url string }

func (w *web) Call(ctx context.Context, name string, args map[string]any) (string, error) {
	p := params{Name: name, Arguments: args}
	return w.post("tools/call", p)
}

func (w *web) post(method string, params any) (string, error) {
	body, _ := json.Marshal(request{method, params})
	resp, err := http.Post(w.url, "application/json", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return string(data), err
}

type pipe struct {
	in  io.Writer
	out *bufio.Scanner
}

func (p *pipe) Call(ctx context.Context, name string, args map[string]any) (string, error) {
	body, _ := json.Marshal(map[string]any{"method": "tools/call", "params": map[string]any{"name": name, "arguments": args}})
	p.in.Write(body)
	p.out.Scan()
	return p.out.Text(), p.out.Err()
}

// byHand has one of two servers run the tools.
func (d *desk) byHand(ctx context.Context, s server) {
	for range 7 {
		answer, err := model.Ask(ctx, d.history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			result, _ := s.Call(ctx, call.Function.Name, decoded(call))
			d.told(call, result)
		}
	}
}

// print writes the calls of the model down, which nobody runs.
func (d *desk) print(ctx context.Context) {
	for range 7 {
		answer, err := model.Ask(ctx, d.history, nil)
		if err != nil {
			return
		}
		for _, call := range answer.ToolCalls {
			fmt.Println("tools/call", call.Function.Name)
			d.told(call, "noted")
		}
	}
}
