module github.com/Ingenimax/agent-sdk-go

go 1.26
