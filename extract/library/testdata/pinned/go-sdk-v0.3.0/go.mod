module example.com/pinned

go 1.25

require (
	github.com/modelcontextprotocol/go-sdk v0.3.0
)
