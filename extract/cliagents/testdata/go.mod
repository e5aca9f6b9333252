module example.com/golden

go 1.26

require (
	github.com/github/copilot-sdk/go v0.0.0
	github.com/severity1/claude-agent-sdk-go v0.0.0
)

replace github.com/github/copilot-sdk/go => ./src/copilot

replace github.com/severity1/claude-agent-sdk-go => ./src/claude
