module example.com/golden

go 1.26

require (
	github.com/sashabaranov/go-openai v0.0.0
	go.temporal.io/sdk v0.0.0
)

replace (
	github.com/sashabaranov/go-openai => ./src/openai
	go.temporal.io/sdk => ./src/sdk
)
