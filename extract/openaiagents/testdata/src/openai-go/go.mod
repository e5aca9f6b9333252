module github.com/openai/openai-go/v2

go 1.26
