// Command runner lets the model of a vendor work. It imports none.
package main

import (
	"context"
	"os"

	"shapes/unwired/agent"
)

func main() {
	tools := []agent.Tool{*agent.Read(), *agent.Remove()}
	agent.Work(context.Background(), agent.Vendors[0], tools, os.Args[1:])
}
