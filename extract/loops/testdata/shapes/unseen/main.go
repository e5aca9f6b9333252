// Command unseen asks by a library of which no row tells, and by functions that are told what
// somebody has answered.
package main

import (
	"context"
	"net/http"
	"os"

	"example.com/prompt"

	"shapes/model"
)

var tools = map[string]func(string) string{
	"confirmed": confirmed,
	"filled":    filled,
	"told":      told,
	"clicked":   clicked,
	"measured":  measured,
	"searched":  searched,
}

func main() {
	http.HandleFunc("/answer", func(w http.ResponseWriter, r *http.Request) { screen.answer(r.FormValue("answer") == "yes") })
	go http.ListenAndServe(":8080", nil)
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			if run := tools[call.Function.Name]; run != nil {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)})
			}
		}
	}
}

// Somebody may be asked.

func confirmed(path string) string {
	if ok, err := prompt.Confirm(path); err != nil || !ok {
		return "denied"
	}
	os.Remove(path)
	return path + " is gone"
}

func filled(path string) string {
	var ok bool
	if err := prompt.New(path).Prompt(&ok).Run(); err != nil || !ok {
		return "denied"
	}
	os.Remove(path)
	return path + " is gone"
}

func told(path string) string {
	ok := false
	prompt.New(path).Done(func(yes bool) { ok = yes }).Run()
	if !ok {
		return "denied"
	}
	os.Remove(path)
	return path + " is gone"
}

type window struct{ answered func(bool) }

var screen window

func (w *window) show(answered func(bool)) { w.answered = answered }

func (w *window) answer(yes bool) { w.answered(yes) }

func clicked(path string) string {
	ok := false
	screen.show(func(yes bool) { ok = yes })
	if !ok {
		return "denied"
	}
	os.Remove(path)
	return path + " is gone"
}

// Nobody is asked.

func measured(path string) string {
	var long bool
	if measure(path, &long); long {
		return "no such file"
	}
	os.Remove(path)
	return path + " is gone"
}

func measure(path string, long *bool) { *long = len(path) > 80 }

func searched(path string) string {
	found := false
	each(path, func(c rune) { found = found || c == '*' })
	if found {
		return "no such file"
	}
	os.Remove(path)
	return path + " is gone"
}

func each(text string, do func(rune)) {
	for _, c := range text {
		do(c)
	}
}
