module shapes

go 1.25

require (
	example.com/client v0.0.0
	example.com/errands v0.0.0
	example.com/prompt v0.0.0
	github.com/anthropics/anthropic-sdk-go v0.0.0
	github.com/aws/aws-sdk-go-v2 v0.0.0
	github.com/charmbracelet/bubbletea v0.0.0
	github.com/cloudwego/eino v0.0.0
	github.com/mark3labs/mcp-go v0.0.0
)

replace example.com/client => ./forked/client

replace example.com/errands => ./remote/errands

replace example.com/prompt => ./unseen/prompt

replace github.com/anthropics/anthropic-sdk-go => ./translated/anthropic

replace github.com/aws/aws-sdk-go-v2 => ./pieces/sdk

replace github.com/charmbracelet/bubbletea => ./translated/bubbletea

replace github.com/cloudwego/eino => ./noded/eino

replace github.com/mark3labs/mcp-go => ./remote/mcp-go
