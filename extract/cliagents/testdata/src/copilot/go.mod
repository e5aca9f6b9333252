module github.com/github/copilot-sdk/go

go 1.26
