// Command far wires an agent whose tools are methods behind an interface, in another package.
// What they do stands two packages further, behind an interface of its own.
package main

import (
	"context"
	"os"

	"example.com/module/flow/far/agent"
	"example.com/module/flow/far/service"
	"example.com/module/flow/far/store"
	"example.com/module/flow/far/tools"
)

func main() {
	s := service.New(store.Disk{})
	agent.Run(context.Background(), os.Args[1], &tools.Query{Service: s}, &tools.Save{Service: s}, &tools.Count{Service: s})
}
