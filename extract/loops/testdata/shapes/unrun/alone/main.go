// Command alone has a library run actions, and asks nobody.
package main

import (
	"context"

	"example.com/errands"
	"shapes/model"
	"shapes/unrun/actions"
)

func main() {
	list, run := actions.All()
	answer, _ := model.AskWith(context.Background(), nil, actions.Tell(list))
	errands.All(answer, run)
}
