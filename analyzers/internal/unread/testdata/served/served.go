package served

import (
	"github.com/someone/toolserver" // want `agentvet does not know github.com/someone/toolserver, which serves the tools of MCP servers`
)

func Serve() {
	var s toolserver.Server
	s.AddTool("echo", func(in string) string { return in })
	s.Serve("")
}
