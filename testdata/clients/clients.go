// Package clients pins the libraries that agentvet has rows for and that no agent in the
// modules beside this one uses: the test of package extract/library resolves the rows
// against these versions.
package clients

import (
	_ "github.com/AlecAivazis/survey/v2"
	_ "github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	_ "github.com/google/generative-ai-go/genai"
	_ "github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jmoiron/sqlx"
	_ "github.com/manifoldco/promptui"
	_ "github.com/ollama/ollama/api"
	_ "github.com/openai/openai-go/responses"
	_ "github.com/openai/openai-go/v3/responses"
	_ "github.com/pkg/sftp"
	_ "github.com/sirupsen/logrus"
	_ "go.uber.org/zap"
)
