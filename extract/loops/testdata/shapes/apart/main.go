// Command apart is the only package that sees the agent, the vendor and the tools.
package main

import (
	"context"
	"os"

	"shapes/apart/agent"
	"shapes/apart/tools"
	"shapes/apart/vendors"
)

func main() {
	a := agent.New(vendors.Chat{}, 10, tools.Read{}, tools.Remove("work/"))
	a.Run(context.Background(), os.Args[1])
}
