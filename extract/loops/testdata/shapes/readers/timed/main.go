// Command timed reads the answer of the model through readers of its own.
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"shapes/model"
)

type event struct {
	ToolCalls []struct {
		Function model.Function `json:"function"`
	} `json:"tool_calls"`
}

// timed closes what it reads if that is silent for long.
type timed struct {
	rc    io.ReadCloser
	timer *time.Timer
}

func newTimed(rc io.ReadCloser) *timed {
	return &timed{rc, time.AfterFunc(time.Minute, func() { rc.Close() })}
}

func (t *timed) Read(p []byte) (int, error) {
	n, err := t.rc.Read(p)
	if n > 0 {
		t.timer.Reset(time.Minute)
	}
	return n, err
}

// lenient takes any error for the end.
type lenient struct{ r io.Reader }

func (l *lenient) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if err != nil && n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func ask(history []model.Message) ([]model.Function, error) {
	resp, err := http.Post("https://model.example/v1/chat/completions", "application/json", strings.NewReader(text(history)))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return parse(&lenient{newTimed(resp.Body)})
}

func text(history []model.Message) string {
	data, _ := json.Marshal(history)
	return string(data)
}

func parse(body io.Reader) (calls []model.Function, err error) {
	for lines := bufio.NewScanner(body); lines.Scan(); {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, err
		}
		for _, c := range e.ToolCalls {
			calls = append(calls, c.Function)
		}
	}
	return calls, nil
}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		calls, err := ask(history)
		if err != nil || len(calls) == 0 {
			return
		}
		for _, c := range calls {
			if c.Name == "read" {
				history = append(history, model.Message{Role: "tool", Content: read(c.Arguments)})
			}
		}
	}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}
