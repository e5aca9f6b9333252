// Command ignored has its loop in a package whose directive silences what is said of it,
// and one of its own that silences nothing.
package main

import (
	"context"
	"os"

	"example.com/module/apart/tools"
	"example.com/module/apart/vendors"
	"example.com/module/ignored/loop"
)

func main() {
	loop.Run(context.Background(), vendors.Chat{}, os.Args[1], tools.Read{})
}

//agentvet:ignore delegation/unbounded nothing is here // want `agentvet/unused-ignore`
