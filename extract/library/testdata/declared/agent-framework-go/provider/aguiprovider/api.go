package aguiprovider

import (
	"log/slog"
	"net/http"

	aguiSSEClient "github.com/ag-ui-protocol/ag-ui/sdks/community/go/pkg/client/sse"
	aguiEvents "github.com/ag-ui-protocol/ag-ui/sdks/community/go/pkg/core/events"
	"github.com/microsoft/agent-framework-go/agent"
)

func NewAgent(aclient *aguiSSEClient.Client, config AgentConfig) *agent.Agent
func NewJSONHTTPHandler(hostedAgent *agent.Agent, cfg HandlerConfig) http.Handler

type AgentConfig struct {
	agent.Config

	Instructions string

	Decoder *aguiEvents.EventDecoder
}

type HandlerConfig struct {
	Logger *slog.Logger
}
