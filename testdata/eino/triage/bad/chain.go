// Package inbox sorts incoming mail: it reads a mail three ways at once,
// decides on a folder, and answers what can be answered.
//
// Chains name their own steps. The comments give the keys, because the keys
// are what shows up in traces and error messages.
package inbox

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/triage"
	"example.com/einoagents/triage/reply"
)

// Folders, as the branch calls them.
const (
	folderReply      = "reply"
	folderUrgent     = "urgent"
	folderNewsletter = "newsletter"
	folderSpam       = "spam"
)

// NewTriage builds the chain that main runs for every mail.
func NewTriage(ctx context.Context, m model.ToolCallingChatModel) (compose.Runnable[triage.Email, triage.Outcome], error) {
	answer, err := reply.Chain(ctx, m, reply.SendMail(), reply.SendLater("send_mail")) // DEFECT structure/undeclared-tool send_mail: two tools of one name, the second replaces the first and every mail waits until morning
	if err != nil {
		return nil, err
	}

	folders := compose.NewChainBranch(chooseFolder).
		AddGraph(folderReply, answer).                                         // node_3_branch_reply
		AddLambda(folderUrgent, compose.InvokableLambda(fileUnder("urgent"))). // node_3_branch_urgent
		AddLambda("newsletters", compose.InvokableLambda(fileUnder("later"))). // DEFECT structure/router-target newsletters: the router says "newsletter"
		AddGraph(folderSpam, spamChain(ctx, m))                                // node_3_branch_spam

	chain := compose.NewChain[triage.Email, triage.Outcome]()
	chain.
		AppendLambda(compose.InvokableLambda(normalize)).                           // node_0
		AppendParallel(compose.NewParallel().                                       // node_1
												AddLambda(triage.FactSender, compose.InvokableLambda(readSender)).
												AddLambda(triage.FactUrgency, compose.InvokableLambda(readUrgency)).
												AddLambda(triage.FactSummary, compose.InvokableLambda(summarize(m)))).
		AppendLambda(compose.InvokableLambda(weigh), compose.WithNodeKey("weigh")). // takes the place of node_2
		AppendBranch(folders).                                                      // node_3
		AppendLambda(compose.InvokableLambda(stamp))                                // node_4
	return chain.Compile(ctx, compose.WithGraphName("mail_triage"))
}

// chooseFolder is the only place where a mail's fate is decided.
func chooseFolder(_ context.Context, facts map[string]any) (string, error) {
	sender, _ := facts[triage.FactSender].(string)
	switch {
	case strings.HasPrefix(sender, "noreply@"):
		return folderNewsletter, nil // DEFECT structure/router-value newsletter: no arm of the branch has that key, the first newsletter of the day ends in an error
	case facts[triage.FactUrgency] == true:
		return folderUrgent, nil
	case strings.HasSuffix(sender, ".invalid"):
		return folderSpam, nil
	}
	return folderReply, nil
}

// spamChain asks the model what to do with spam and does it.
func spamChain(ctx context.Context, m model.ToolCallingChatModel) *compose.Chain[map[string]any, triage.Outcome] {
	purge, err := utils.InferTool("purge_mailbox", "Delete all mail of a sender, for good.", purgeMailbox)
	if err != nil {
		return nil
	}
	cleaner, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{purge}})
	if err != nil {
		return nil
	}
	c := compose.NewChain[map[string]any, triage.Outcome]()
	c.AppendLambda(compose.InvokableLambda(askAboutSpam)).
		AppendChatModel(m).
		AppendToolsNode(cleaner). // DEFECT(policy) structure/human-gate node_2: purge_mailbox deletes for good and no person sees it first
		AppendLambda(compose.InvokableLambda(spamOutcome))
	return c
}
