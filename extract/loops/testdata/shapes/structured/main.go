// Command structured has the model fill in a form, by a tool that does not exist.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"shapes/model"
)

type person struct{ Name, Town string }

func main() {
	for range 3 { // until it fits
		answer, err := model.Ask(context.Background(), []model.Message{{Content: os.Args[1]}}, nil)
		if err != nil {
			return
		}
		for _, c := range answer.ToolCalls {
			if c.Function.Name == "person" {
				var p person
				if err := json.Unmarshal([]byte(c.Function.Arguments), &p); err == nil {
					fmt.Println(p)
					return
				}
			}
		}
	}
}
