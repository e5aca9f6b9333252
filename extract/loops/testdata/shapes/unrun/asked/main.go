// Command asked has a library run actions, and a person who may be asked.
package main

import (
	"bufio"
	"context"
	"os"

	"example.com/errands"
	"shapes/model"
	"shapes/unrun/actions"
)

func main() {
	list, run := actions.All()
	answer, _ := model.AskWith(context.Background(), nil, actions.Tell(list))
	errands.All(answer, run, confirm)
}

// confirm asks whether a tool may run; when the library calls it is not seen.
func confirm(name string) bool {
	text, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	return text == "y\n"
}
