module github.com/microsoft/agent-framework-go

go 1.26
