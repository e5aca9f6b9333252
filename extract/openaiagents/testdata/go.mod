module example.com/golden

go 1.26

require (
	github.com/nlpodyssey/openai-agents-go v0.0.0
	github.com/openai/openai-go/v2 v2.0.0
)

replace github.com/nlpodyssey/openai-agents-go => ./src/openai-agents-go

replace github.com/openai/openai-go/v2 => ./src/openai-go
