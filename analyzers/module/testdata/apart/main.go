// Command apart is the only package that sees the agent, the vendor and the tools.
package main // want `delegation/unbounded: nothing limits how often "Agent.Run" asks its model again .*agent.go:36:2` `structure/human-gate: tool "remove", whose code deletes files, can run in "Agent.Run" with no human asked before .*agent.go:36:2` `taint/effect: what a model chooses for "remove" decides which file is written or deleted: os.Remove .*tools.go:34:22`

import (
	"context"
	"os"

	"example.com/module/apart/agent"
	"example.com/module/apart/tools"
	"example.com/module/apart/vendors"
)

func main() {
	a := agent.New(vendors.Chat{}, tools.Read{}, tools.Remove("work/"))
	a.Run(context.Background(), os.Args[1])
}
