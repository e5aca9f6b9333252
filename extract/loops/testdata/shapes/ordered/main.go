// Command ordered makes an order of what its model answers, in one package of functions, and runs it in another: the tools are
// the objects. What it makes and only prints is none.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"shapes/model"
)

// An order is what the model wants done.
type order interface {
	String() string
	Do(books *library) (string, error)
}

type library struct{ dir string }

type read struct{ names []string }

func (r *read) String() string { return "read" }

func (r *read) Do(books *library) (out string, err error) {
	for _, name := range r.names {
		data, err := os.ReadFile(books.dir + "/" + name)
		if err != nil {
			return "", err
		}
		out += string(data)
	}
	return out, nil
}

type remove struct{ name string }

func (r *remove) String() string { return "remove" }

func (r *remove) Do(books *library) (string, error) {
	return "removed", os.Remove(books.dir + "/" + r.name)
}

// parse takes an answer apart. The text is compared with what the map has, which may be anything.
func parse(answer string) (order, error) {
	var said map[string]any
	if err := json.Unmarshal([]byte(answer), &said); err != nil {
		return nil, err
	}
	switch said["order"] {
	case "read":
		list, _ := said["names"].([]any)
		var names []string
		for _, each := range list {
			name, _ := each.(string)
			names = append(names, name)
		}
		return &read{names: names}, nil
	case "remove":
		name, _ := said["name"].(string)
		return &remove{name: name}, nil
	}
	return nil, fmt.Errorf("no order: %v", said["order"])
}

func main() {
	ctx := context.Background()
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 4 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil {
			return
		}
		o, err := parse(answer.Content)
		if err != nil {
			return
		}
		fmt.Println(o.String())
		text, err := o.Do(&library{"books"})
		if err != nil {
			text = err.Error()
		}
		history = append(history, model.Message{Role: "user", Content: text})
	}
}
