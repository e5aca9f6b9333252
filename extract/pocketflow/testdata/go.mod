module example.com/golden

go 1.26

require (
	github.com/The-Pocket/PocketFlow-Go v0.0.0
	github.com/sashabaranov/go-openai v0.0.0
)

replace github.com/The-Pocket/PocketFlow-Go => ./src/pocketflow

replace github.com/sashabaranov/go-openai => ./src/openai
