module github.com/severity1/claude-agent-sdk-go

go 1.26
