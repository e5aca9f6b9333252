module example.com/golden

go 1.25

require github.com/sashabaranov/go-openai v0.0.0

replace github.com/sashabaranov/go-openai => ./src/go-openai
