package model_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/ollama/ollama/api"
	"github.com/openai/openai-go"
	"github.com/openai/openai-go/option"
	"github.com/openai/openai-go/responses"
	sashabaranov "github.com/sashabaranov/go-openai"
	"google.golang.org/genai"

	"example.com/loops/model"
)

// A program asks a model at a URL until it gets text, and answers each call with
// the name of the tool. It offers greet and add, with their schemas.
type program func(ctx context.Context, url string) (text string, err error)

const (
	greetSchema = `{"type":"object","properties":{"path":{"type":"string"},"loud":{"type":"boolean"}},"required":["path"]}`
	addSchema   = `{"type":"object","properties":{"a":{"type":"integer"},"kind":{"enum":["x","y"]}},"required":["a","kind"]}`
)

// schema returns the JSON of a schema in whichever type a client wants it.
func schema[T any](text string) (v T) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		panic(err)
	}
	return v
}

// TestClients: each vendor's own client gets every call and the text, plain and
// as a stream, and its results are recorded.
func TestClients(t *testing.T) {
	for name, p := range map[string]program{
		"chat":             openAIChat,
		"chat stream":      openAIChatStream,
		"go-openai":        goOpenAI,
		"go-openai stream": goOpenAIStream,
		"responses":        openAIResponses,
		"responses stream": openAIResponsesStream,
		"messages":         anthropicMessages,
		"messages stream":  anthropicStream,
		"gemini":           gemini(false),
		"gemini stream":    gemini(true),
		"ollama":           ollama(false),
		"ollama stream":    ollama(true),
	} {
		t.Run(name, func(t *testing.T) {
			m := &model.Model{}
			server := httptest.NewServer(m)
			defer server.Close()
			text, err := p(t.Context(), server.URL)
			if err != nil {
				t.Fatal(err)
			}
			if text != "Done." {
				t.Errorf("the last answer is %q", text)
			}
			check(t, m.Record(), strings.HasSuffix(name, "stream"))
		})
	}
}

func check(t *testing.T, r *model.Record, stream bool) {
	t.Helper()
	if len(r.Conversations) != 1 {
		t.Fatalf("%d conversations; other requests %v", len(r.Conversations), r.Other)
	}
	c := r.Conversations[0]
	if c.Questions != 3 || !c.Ended || c.Stream != stream {
		t.Errorf("%d questions, ended: %v, stream: %v", c.Questions, c.Ended, c.Stream)
	}
	var offered, answered []string
	for _, tool := range c.Tools {
		offered = append(offered, tool.Name+": "+tool.Description)
	}
	for _, call := range c.Calls {
		if call.Answered && strings.Contains(call.Result, call.Tool) {
			args, _ := json.Marshal(call.Arguments)
			answered = append(answered, call.Tool+string(args))
		}
	}
	if want := []string{"greet: Greet.", "add: Add."}; !slices.Equal(offered, want) {
		t.Errorf("offered %v, want %v", offered, want)
	}
	if want := []string{`greet{"path":"notes.txt"}`, `add{"a":1,"kind":"x"}`}; !slices.Equal(answered, want) {
		t.Errorf("answered %v, want %v", answered, want)
	}
}

func openAIClient(url string) openai.Client {
	return openai.NewClient(option.WithBaseURL(url+"/v1"), option.WithAPIKey("key"), option.WithMaxRetries(0))
}

func chatParams() openai.ChatCompletionNewParams {
	tool := func(name, description, parameters string) openai.ChatCompletionToolParam {
		return openai.ChatCompletionToolParam{Function: openai.FunctionDefinitionParam{
			Name: name, Description: openai.String(description), Parameters: schema[openai.FunctionParameters](parameters),
		}}
	}
	return openai.ChatCompletionNewParams{
		Model:    "m",
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("go")},
		Tools: []openai.ChatCompletionToolParam{
			tool("greet", "Greet.", greetSchema), tool("add", "Add.", addSchema),
		},
	}
}

func openAIChat(ctx context.Context, url string) (string, error) {
	client, params := openAIClient(url), chatParams()
	for {
		answer, err := client.Chat.Completions.New(ctx, params)
		if err != nil {
			return "", err
		}
		message := answer.Choices[0].Message
		if len(message.ToolCalls) == 0 {
			return message.Content, nil
		}
		params.Messages = append(params.Messages, message.ToParam())
		for _, call := range message.ToolCalls {
			params.Messages = append(params.Messages, openai.ToolMessage(call.Function.Name, call.ID))
		}
	}
}

func openAIChatStream(ctx context.Context, url string) (string, error) {
	client, params := openAIClient(url), chatParams()
	for {
		var acc openai.ChatCompletionAccumulator
		stream := client.Chat.Completions.NewStreaming(ctx, params)
		for stream.Next() {
			acc.AddChunk(stream.Current())
		}
		if err := stream.Err(); err != nil {
			return "", err
		}
		message := acc.Choices[0].Message
		if len(message.ToolCalls) == 0 {
			return message.Content, nil
		}
		params.Messages = append(params.Messages, message.ToParam())
		for _, call := range message.ToolCalls {
			if !json.Valid([]byte(call.Function.Arguments)) {
				return call.Function.Arguments, nil
			}
			params.Messages = append(params.Messages, openai.ToolMessage(call.Function.Name, call.ID))
		}
	}
}

func goOpenAIRequest(url string) (*sashabaranov.Client, sashabaranov.ChatCompletionRequest) {
	config := sashabaranov.DefaultConfig("key")
	config.BaseURL = url + "/v1"
	tool := func(name, description, parameters string) sashabaranov.Tool {
		return sashabaranov.Tool{Type: sashabaranov.ToolTypeFunction, Function: &sashabaranov.FunctionDefinition{
			Name: name, Description: description, Parameters: json.RawMessage(parameters),
		}}
	}
	return sashabaranov.NewClientWithConfig(config), sashabaranov.ChatCompletionRequest{
		Model:    "m",
		Messages: []sashabaranov.ChatCompletionMessage{{Role: "user", Content: "go"}},
		Tools:    []sashabaranov.Tool{tool("greet", "Greet.", greetSchema), tool("add", "Add.", addSchema)},
	}
}

func goOpenAI(ctx context.Context, url string) (string, error) {
	client, request := goOpenAIRequest(url)
	for {
		answer, err := client.CreateChatCompletion(ctx, request)
		if err != nil {
			return "", err
		}
		message := answer.Choices[0].Message
		if len(message.ToolCalls) == 0 {
			return message.Content, nil
		}
		request.Messages = append(request.Messages, message)
		for _, call := range message.ToolCalls {
			request.Messages = append(request.Messages, sashabaranov.ChatCompletionMessage{
				Role: "tool", ToolCallID: call.ID, Content: call.Function.Name,
			})
		}
	}
}

func goOpenAIStream(ctx context.Context, url string) (string, error) {
	client, request := goOpenAIRequest(url)
	for {
		stream, err := client.CreateChatCompletionStream(ctx, request)
		if err != nil {
			return "", err
		}
		var call sashabaranov.ToolCall
		var text string
		for {
			chunk, err := stream.Recv()
			if err != nil {
				break // the end
			}
			for _, choice := range chunk.Choices {
				text += choice.Delta.Content
				for _, part := range choice.Delta.ToolCalls {
					call.ID += part.ID
					call.Function.Name += part.Function.Name
					call.Function.Arguments += part.Function.Arguments
				}
			}
		}
		if call.ID == "" {
			return text, nil
		}
		call.Type = sashabaranov.ToolTypeFunction
		request.Messages = append(request.Messages,
			sashabaranov.ChatCompletionMessage{Role: "assistant", ToolCalls: []sashabaranov.ToolCall{call}},
			sashabaranov.ChatCompletionMessage{Role: "tool", ToolCallID: call.ID, Content: call.Function.Name})
	}
}

func responseParams() responses.ResponseNewParams {
	tool := func(name, description, parameters string) responses.ToolUnionParam {
		return responses.ToolUnionParam{OfFunction: &responses.FunctionToolParam{
			Name: name, Description: openai.String(description), Parameters: schema[map[string]any](parameters),
		}}
	}
	return responses.ResponseNewParams{
		Model: "m",
		Input: responses.ResponseNewParamsInputUnion{OfString: openai.String("go")},
		Tools: []responses.ToolUnionParam{tool("greet", "Greet.", greetSchema), tool("add", "Add.", addSchema)},
	}
}

// answerCalls puts the results of the calls of a response into the next question.
func answerCalls(params *responses.ResponseNewParams, r *responses.Response) (more bool) {
	var items responses.ResponseInputParam
	for _, item := range r.Output {
		if item.Type == "function_call" {
			items = append(items, responses.ResponseInputItemParamOfFunctionCallOutput(item.CallID, item.Name))
		}
	}
	params.PreviousResponseID = openai.String(r.ID)
	params.Input = responses.ResponseNewParamsInputUnion{OfInputItemList: items}
	return len(items) > 0
}

func openAIResponses(ctx context.Context, url string) (string, error) {
	client, params := openAIClient(url), responseParams()
	for {
		r, err := client.Responses.New(ctx, params)
		if err != nil {
			return "", err
		}
		if !answerCalls(&params, r) {
			return r.OutputText(), nil
		}
	}
}

func openAIResponsesStream(ctx context.Context, url string) (string, error) {
	client, params := openAIClient(url), responseParams()
	for {
		var last responses.Response
		var text string
		stream := client.Responses.NewStreaming(ctx, params)
		for stream.Next() {
			switch event := stream.Current().AsAny().(type) {
			case responses.ResponseTextDeltaEvent:
				text += event.Delta
			case responses.ResponseCompletedEvent:
				last = event.Response
			}
		}
		if err := stream.Err(); err != nil {
			return "", err
		}
		if !answerCalls(&params, &last) {
			return text, nil
		}
	}
}

func anthropicParams(url string) (anthropic.Client, anthropic.MessageNewParams) {
	tool := func(name, description, parameters string) anthropic.ToolUnionParam {
		return anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{
			Name: name, Description: anthropic.String(description),
			InputSchema: schema[anthropic.ToolInputSchemaParam](parameters),
		}}
	}
	client := anthropic.NewClient(anthropicoption.WithBaseURL(url), anthropicoption.WithAPIKey("key"), anthropicoption.WithMaxRetries(0))
	return client, anthropic.MessageNewParams{
		Model: "m", MaxTokens: 10,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("go"))},
		Tools:    []anthropic.ToolUnionParam{tool("greet", "Greet.", greetSchema), tool("add", "Add.", addSchema)},
	}
}

// useTools puts the results of the calls of a message into the next question.
func useTools(params *anthropic.MessageNewParams, message *anthropic.Message) (text string, more bool) {
	var results []anthropic.ContentBlockParamUnion
	for _, block := range message.Content {
		switch b := block.AsAny().(type) {
		case anthropic.TextBlock:
			text += b.Text
		case anthropic.ToolUseBlock:
			results = append(results, anthropic.NewToolResultBlock(b.ID, b.Name, false))
		}
	}
	params.Messages = append(params.Messages, message.ToParam(), anthropic.NewUserMessage(results...))
	return text, len(results) > 0
}

func anthropicMessages(ctx context.Context, url string) (string, error) {
	client, params := anthropicParams(url)
	for {
		message, err := client.Messages.New(ctx, params)
		if err != nil {
			return "", err
		}
		if text, more := useTools(&params, message); !more {
			return text, nil
		}
	}
}

func anthropicStream(ctx context.Context, url string) (string, error) {
	client, params := anthropicParams(url)
	for {
		var message anthropic.Message
		stream := client.Messages.NewStreaming(ctx, params)
		for stream.Next() {
			if err := message.Accumulate(stream.Current()); err != nil {
				return "", err
			}
		}
		if err := stream.Err(); err != nil {
			return "", err
		}
		if text, more := useTools(&params, &message); !more {
			return text, nil
		}
	}
}

func gemini(stream bool) program {
	return func(ctx context.Context, url string) (string, error) {
		client, err := genai.NewClient(ctx, &genai.ClientConfig{
			APIKey: "key", Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: url},
		})
		if err != nil {
			return "", err
		}
		config := &genai.GenerateContentConfig{Tools: []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{
			{Name: "greet", Description: "Greet.", ParametersJsonSchema: json.RawMessage(greetSchema)},
			{Name: "add", Description: "Add.", Parameters: &genai.Schema{
				Type: genai.TypeObject, Required: []string{"a", "kind"}, Properties: map[string]*genai.Schema{
					"a": {Type: genai.TypeInteger}, "kind": {Type: genai.TypeString, Enum: []string{"x", "y"}},
				},
			}},
		}}}}
		contents := genai.Text("go")
		for {
			answer, err := generate(ctx, client, contents, config, stream)
			if err != nil {
				return "", err
			}
			calls := answer.FunctionCalls()
			if len(calls) == 0 {
				return answer.Text(), nil
			}
			contents = append(contents, answer.Candidates[0].Content)
			for _, call := range calls {
				part := genai.NewPartFromFunctionResponse(call.Name, map[string]any{"output": call.Name})
				contents = append(contents, genai.NewContentFromParts([]*genai.Part{part}, genai.RoleUser))
			}
		}
	}
}

func generate(ctx context.Context, client *genai.Client, contents []*genai.Content, config *genai.GenerateContentConfig, stream bool) (*genai.GenerateContentResponse, error) {
	if !stream {
		return client.Models.GenerateContent(ctx, "m", contents, config)
	}
	for answer, err := range client.Models.GenerateContentStream(ctx, "m", contents, config) {
		return answer, err // it comes in one piece
	}
	return &genai.GenerateContentResponse{}, nil
}

func ollama(stream bool) program {
	return func(ctx context.Context, base string) (string, error) {
		at, err := url.Parse(base)
		if err != nil {
			return "", err
		}
		client := api.NewClient(at, http.DefaultClient)
		tool := func(name, description, parameters string) api.Tool {
			return api.Tool{Type: "function", Function: api.ToolFunction{
				Name: name, Description: description, Parameters: schema[api.ToolFunctionParameters](parameters),
			}}
		}
		request := &api.ChatRequest{
			Model: "m", Stream: &stream, Messages: []api.Message{{Role: "user", Content: "go"}},
			Tools: api.Tools{tool("greet", "Greet.", greetSchema), tool("add", "Add.", addSchema)},
		}
		for {
			var text string
			var calls []api.ToolCall
			err := client.Chat(ctx, request, func(r api.ChatResponse) error {
				text += r.Message.Content
				calls = append(calls, r.Message.ToolCalls...)
				return nil
			})
			if err != nil || len(calls) == 0 {
				return text, err
			}
			request.Messages = append(request.Messages, api.Message{Role: "assistant", ToolCalls: calls})
			for _, call := range calls {
				request.Messages = append(request.Messages, api.Message{Role: "tool", Content: call.Function.Name, ToolName: call.Function.Name})
			}
		}
	}
}
