package main

import (
	"github.com/gollem-dev/gollem" // want `agentvet/unread: unknown: there may be an agent that was not read: agentvet does not know github.com/gollem-dev/gollem, which builds agents`
)

func main() { gollem.New() }
