// Command unsure does what a model answers, and the model hears of it by way of a file, or not
// at all.
package main

import (
	"context"
	"encoding/json"
	"os"

	"shapes/model"
)

func main() {
	for _, line := range os.Args[1:] {
		log, _ := os.ReadFile("log")
		answer, _ := model.Ask(context.Background(), []model.Message{{Role: "user", Content: string(log) + line}}, nil)
		var intent struct{ Intent, Path string }
		if json.Unmarshal([]byte(answer.Content), &intent) != nil {
			continue
		}
		switch intent.Intent {
		case "remove":
			note(os.Remove(intent.Path))
		case "make":
			note(os.Mkdir(intent.Path, 0o700))
		}
	}
}

func note(err error) {
	if err != nil {
		os.WriteFile("log", []byte(err.Error()), 0o600)
	}
}
