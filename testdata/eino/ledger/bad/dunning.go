package ledger

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

// politeLimit is how many exclamation marks a reminder may have.
const politeLimit = 1

// NewDunning builds the graph that writes the reminder for an invoice.
func NewDunning(ctx context.Context, m model.BaseChatModel) (compose.Runnable[[]*schema.Message, *schema.Message], error) {
	g := compose.NewGraph[[]*schema.Message, *schema.Message]() // DEFECT structure/exit-unreachable dunning: END hangs behind deliver, and no letter ever gets there

	_ = g.AddChatModelNode("draft", m)
	_ = g.AddLambdaNode("tone", compose.InvokableLambda(countShouts))
	_ = g.AddLambdaNode("soften", compose.InvokableLambda(soften))
	_ = g.AddLambdaNode("letterhead", compose.InvokableLambda(letterhead))
	_ = g.AddLambdaNode("post", compose.InvokableLambda(post))       // DEFECT(may) structure/dead-end post: the letter is in the mail and the run fails all the same
	_ = g.AddLambdaNode("deliver", compose.InvokableLambda(deliver)) // DEFECT(may) structure/unreachable deliver: nothing leads to the only step before END

	tone := func(_ context.Context, m *schema.Message) (string, error) {
		var next string
		if strings.Count(m.Content, "!") > politeLimit {
			next = "soften"
		} else {
			next = "letterhead"
		}
		return next, nil
	}
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddEdge("draft", "tone")
	_ = g.AddBranch("tone", compose.NewGraphBranch(tone, map[string]bool{"soften": true, "letterhead": true}))
	_ = g.AddEdge("soften", "draft")
	_ = g.AddEdge("letterhead", "post")
	_ = g.AddEdge("deliver", compose.END)
	return g.Compile(ctx, compose.WithGraphName("dunning"), compose.WithMaxRunSteps(maxSteps))
}

// maxSteps allows for six drafts.
const maxSteps = 6*3 + 3

// countShouts looks at the tone of a draft.
func countShouts(_ context.Context, draft *schema.Message) (*schema.Message, error) {
	draft.Extra = map[string]any{"shouts": strings.Count(draft.Content, "!")}
	return draft, nil
}

// soften asks for another draft.
func soften(_ context.Context, draft *schema.Message) ([]*schema.Message, error) {
	return []*schema.Message{
		schema.SystemMessage("Same letter, friendlier. Do not shout."),
		schema.UserMessage(draft.Content),
	}, nil
}

func letterhead(_ context.Context, draft *schema.Message) (*schema.Message, error) {
	return schema.AssistantMessage("ACME Ltd, Accounts Receivable\n\n"+draft.Content, nil), nil
}

// post prints the letter in the mail room.
func post(_ context.Context, letter *schema.Message) (*schema.Message, error) {
	return letter, nil
}

// deliver reports the tracking number.
func deliver(_ context.Context, letter *schema.Message) (*schema.Message, error) {
	letter.Extra = map[string]any{"tracking": len(letter.Content)}
	return letter, nil
}
