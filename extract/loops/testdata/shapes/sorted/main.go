// Command sorted takes what a model answers apart, and goes by it: nothing here is a tool.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"shapes/model"
)

func main() {
	ctx := context.Background()
	classified(ctx, os.Args[1:])
	extracted(ctx, os.Args[1:])
	retried(ctx, os.Args[1])
	graded(ctx, os.Args[1])
	styled(ctx, os.Args[1])
	printed(ctx, os.Args[1:])
	configured(ctx, os.Args[1])
}

func ask(ctx context.Context, text string) string {
	answer, _ := model.Ask(ctx, []model.Message{{Role: "user", Content: text}}, nil)
	return answer.Content
}

var prompts = map[string]string{"bug": "Ask for steps to reproduce: ", "question": "Answer: "}

// classified picks a prompt by a category.
func classified(ctx context.Context, mails []string) {
	for _, mail := range mails {
		var c struct{ Category, Summary string }
		json.Unmarshal([]byte(ask(ctx, "Which category? "+mail)), &c)
		prompt := prompts[c.Category]
		switch c.Category {
		case "bug":
			prompt += "be kind. "
		case "praise":
			prompt = "Say thanks. "
		}
		fmt.Println(ask(ctx, prompt+c.Summary))
	}
}

type person struct{ Name, Email, Country string }

// extracted keeps what it finds in texts.
func extracted(ctx context.Context, texts []string) {
	byCountry := make(map[string][]person)
	for _, text := range texts {
		var p person
		json.Unmarshal([]byte(ask(ctx, "Who is it? "+text)), &p)
		if p.Country == "" || p.Country == "unknown" {
			p.Country = "other"
		}
		byCountry[p.Country] = append(byCountry[p.Country], p)
	}
	data, _ := json.Marshal(byCountry)
	os.WriteFile("people.json", data, 0o600)
}

type verdict struct{ Verdict, Feedback string }

// retried asks until the answer is one that it knows, and acts once.
func retried(ctx context.Context, text string) {
	for range 3 {
		var v verdict
		if err := json.Unmarshal([]byte(ask(ctx, "Is it spam? "+text)), &v); err != nil {
			text += "\nAnswer in JSON: " + err.Error()
			continue
		}
		switch v.Verdict {
		case "yes":
			os.Remove("mail")
			return
		case "no":
			return
		}
	}
}

func improve(feedback string) string {
	return "Write it again, and mind this: " + strings.TrimSpace(feedback)
}

// graded has a second question judge the answer to the first one.
func graded(ctx context.Context, text string) string {
	for {
		draft := ask(ctx, text)
		var v verdict
		json.Unmarshal([]byte(ask(ctx, "Is this good? "+draft)), &v)
		if v.Verdict == "good" {
			return draft
		}
		if v.Verdict == "bad" {
			text = improve(v.Feedback)
		}
	}
}

func formal(text string) string { return strings.ToUpper(text) }
func plain(text string) string  { return strings.ToLower(text) }

// styled is one question after the other.
func styled(ctx context.Context, text string) {
	var s struct{ Style, Text string }
	json.Unmarshal([]byte(ask(ctx, "Which style? "+text)), &s)
	switch s.Style {
	case "formal":
		text = formal(s.Text)
	case "plain":
		text = plain(s.Text)
	}
	fmt.Println(ask(ctx, "Go on: "+text))
}

// printed shows each answer in its own way.
func printed(ctx context.Context, texts []string) {
	for _, text := range texts {
		var v verdict
		json.Unmarshal([]byte(ask(ctx, text)), &v)
		switch v.Verdict {
		case "good":
			fmt.Println("+", formal(v.Feedback))
		case "bad":
			fmt.Println("-", plain(v.Feedback))
		}
	}
}

type setting struct{ Action, Path string }

// configured does what a file says, and asks a model of it.
func configured(ctx context.Context, file string) {
	data, _ := os.ReadFile(file)
	var list []setting
	json.Unmarshal(data, &list)
	for _, s := range list {
		switch s.Action {
		case "remove":
			fmt.Println(ask(ctx, "Say that it is gone: "+fmt.Sprint(os.Remove(s.Path))))
		case "read":
			text, _ := os.ReadFile(s.Path)
			fmt.Println(ask(ctx, string(text)))
		}
	}
}
