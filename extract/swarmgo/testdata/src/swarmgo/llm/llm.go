// Package llm is a stub with the API of the library.
package llm

type (
	LLMProvider string
	Message     struct{ Role, Content string }
)

const OpenAI LLMProvider = "OPEN_AI"
