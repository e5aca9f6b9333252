// Command embedded reads the answer of the model through what embeds its body.
package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"

	"shapes/model"
)

type reply struct {
	ToolCalls []struct {
		Function model.Function `json:"function"`
	} `json:"tool_calls"`
}

type closing struct {
	io.Reader
	done chan struct{}
}

func (c closing) Close() error { close(c.done); return nil }

func ask() (r reply) {
	resp, err := http.Post("https://model.example/v1/chat/completions", "application/json", nil)
	if err != nil {
		return r
	}
	var body io.ReadCloser = closing{io.LimitReader(resp.Body, 1<<20), make(chan struct{})}
	defer body.Close()
	_ = json.NewDecoder(body).Decode(&r)
	return r
}

func main() {
	for {
		r := ask()
		if len(r.ToolCalls) == 0 {
			return
		}
		for _, c := range r.ToolCalls {
			if c.Function.Name == "remove" {
				remove(c.Function.Arguments)
			}
		}
	}
}

func remove(path string) { os.Remove(path) }
