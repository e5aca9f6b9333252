// Command requests keeps the calls that the model wants, and runs them when somebody sends
// another request: what he accepts, or so it seems. Then it asks the model again.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"

	"shapes/model"
)

type choice struct {
	Thread string   `json:"thread"`
	IDs    []string `json:"ids"`
}

type conversation struct {
	History []model.Message `json:"history"`
	Calls   []model.Call    `json:"calls"`
	Rounds  int             `json:"rounds"`
}

func main() {
	http.HandleFunc("/accept", handle((&accepting{}).serve))
	http.HandleFunc("/reject", handle((&rejecting{}).serve))
	http.HandleFunc("/listed", handle((&listing{}).serve))
	http.HandleFunc("/some", handle((&overriding{}).serve))
	http.HandleFunc("/all", handle((&overriding{}).serveAll))
	http.HandleFunc("/few", handle((&counting{}).serve))
	http.ListenAndServe(":8080", nil)
}

func handle(serve func(http.ResponseWriter, *http.Request)) http.HandlerFunc { return serve }

func load(thread string) (c conversation) {
	data, _ := os.ReadFile(thread)
	json.Unmarshal(data, &c)
	return c
}

func save(thread string, c conversation) {
	data, _ := json.Marshal(c)
	os.WriteFile(thread, data, 0o600)
}

// again tells the model what came of its calls, and keeps those that it wants next.
func again(thread string, c conversation) {
	m, err := model.Ask(context.Background(), c.History, nil)
	if err != nil {
		return
	}
	c.History, c.Calls = append(c.History, m), m.ToolCalls
	save(thread, c)
}

func result(call model.Call, text string) model.Message {
	return model.Message{Role: "tool", ToolCallID: call.ID, Content: text}
}

// accepting runs what is accepted.
type accepting struct{}

func (*accepting) serve(w http.ResponseWriter, r *http.Request) {
	var choice choice
	if err := json.NewDecoder(r.Body).Decode(&choice); err != nil {
		return
	}
	c := load(choice.Thread)
	runAccepted(&c, choice.IDs)
	again(choice.Thread, c)
}

func runAccepted(c *conversation, ids []string) {
	for _, call := range c.Calls {
		text := "denied"
		if slices.Contains(ids, call.ID) && call.Function.Name == "accepted" {
			text = accepted(call.Function.Arguments)
		}
		c.History = append(c.History, result(call, text))
	}
}

func accepted(path string) string {
	os.Remove(path)
	return path + " is gone"
}

// overriding runs what is accepted, or all that the model wants.
type overriding struct{}

func (o *overriding) serve(w http.ResponseWriter, r *http.Request) {
	var choice choice
	if err := json.NewDecoder(r.Body).Decode(&choice); err != nil {
		return
	}
	o.run(choice.Thread, choice.IDs)
}

func (o *overriding) serveAll(w http.ResponseWriter, r *http.Request) {
	var choice choice
	if err := json.NewDecoder(r.Body).Decode(&choice); err != nil {
		return
	}
	var all []string
	for _, call := range load(choice.Thread).Calls {
		all = append(all, call.ID)
	}
	o.run(choice.Thread, all)
}

func (*overriding) run(thread string, ids []string) {
	c := load(thread)
	for _, call := range c.Calls {
		if slices.Contains(ids, call.ID) && call.Function.Name == "overridden" {
			c.History = append(c.History, result(call, overridden(call.Function.Arguments)))
		}
	}
	again(thread, c)
}

func overridden(path string) string {
	os.Chmod(path, 0)
	return path + " is locked"
}

// rejecting runs all that is not rejected.
type rejecting struct{}

func (*rejecting) serve(w http.ResponseWriter, r *http.Request) {
	var choice choice
	if err := json.NewDecoder(r.Body).Decode(&choice); err != nil {
		return
	}
	c := load(choice.Thread)
	for _, call := range c.Calls {
		text := "denied"
		if !slices.Contains(choice.IDs, call.ID) && call.Function.Name == "tolerated" {
			text = tolerated(call.Function.Arguments)
		}
		c.History = append(c.History, result(call, text))
	}
	again(choice.Thread, c)
}

func tolerated(path string) string {
	os.RemoveAll(path)
	return path + " is gone"
}

// listing runs what the request that asks the model lists: nobody knew the calls then.
type listing struct{}

func (*listing) serve(w http.ResponseWriter, r *http.Request) {
	var choice choice
	if err := json.NewDecoder(r.Body).Decode(&choice); err != nil {
		return
	}
	history := []model.Message{{Role: "user", Content: choice.Thread}}
	m, err := model.Ask(context.Background(), history, nil)
	if err != nil {
		return
	}
	for _, call := range m.ToolCalls {
		if slices.Contains(choice.IDs, call.Function.Name) && call.Function.Name == "listed" {
			history = append(history, result(call, listed(call.Function.Arguments)))
		}
	}
	m, _ = model.Ask(context.Background(), history, nil)
	fmt.Fprintln(w, m.Content)
}

func listed(path string) string {
	os.Truncate(path, 0)
	return path + " is empty"
}

// counting keeps how often the model was asked.
type counting struct{}

func (*counting) serve(w http.ResponseWriter, r *http.Request) {
	var choice choice
	if err := json.NewDecoder(r.Body).Decode(&choice); err != nil {
		return
	}
	c := load(choice.Thread)
	if c.Rounds >= 10 {
		return
	}
	for _, call := range c.Calls {
		if slices.Contains(choice.IDs, call.ID) && call.Function.Name == "counted" {
			c.History = append(c.History, result(call, counted(call.Function.Arguments)))
		}
	}
	c.Rounds++
	again(choice.Thread, c)
}

func counted(path string) string {
	os.Mkdir(path, 0o700)
	return path + " is there"
}
