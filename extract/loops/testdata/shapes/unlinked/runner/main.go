// Command runner runs what the model of a vendor wants, whichever that is.
package main

import (
	"context"
	"os"

	"shapes/unlinked/words"
)

func main() {
	for text := os.Args[1]; ; {
		calls, err := words.First().Ask(context.Background(), text)
		if err != nil || len(calls) == 0 {
			return
		}
		for _, call := range calls {
			if call.Name == "remove" {
				text = "removed"
				os.Remove(call.Args)
			}
		}
	}
}
