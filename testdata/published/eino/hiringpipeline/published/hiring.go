// Package hiring prepares the interviews of a company. A sequential crew is a
// chain: each member takes over what the one before left.
//
//	screen → score → interview_prep → schedule → review
package hiring

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/published/internal/crew"
)

// An Application is one candidate's.
type Application struct {
	Resume    string
	Skills    []string
	Score     string
	Questions string
	Slot      string
	Invited   bool
}

func init() { schema.Register[*Application]() }

// A Crew hires.
type Crew struct {
	Model model.BaseChatModel
	Store compose.CheckPointStore // keeps an application while the manager thinks

	parser, calendar tool.InvokableTool
}

// Compile builds the chain.
func (c *Crew) Compile(ctx context.Context) (compose.Runnable[*Application, *Application], error) {
	var err error
	if c.parser, err = parseResume(); err != nil {
		return nil, err
	}
	if c.calendar, err = calendarAPI(); err != nil {
		return nil, err
	}
	return compose.NewChain[*Application, *Application]().
		AppendLambda(compose.InvokableLambda(c.screen), compose.WithNodeKey("screen")).
		AppendLambda(compose.InvokableLambda(c.score), compose.WithNodeKey("score")).
		AppendLambda(compose.InvokableLambda(c.prepare), compose.WithNodeKey("interview_prep")).
		AppendLambda(compose.InvokableLambda(c.schedule), compose.WithNodeKey("schedule")).
		AppendLambda(compose.InvokableLambda(review), compose.WithNodeKey("review")).
		Compile(ctx, compose.WithGraphName("hiring_pipeline"), compose.WithCheckPointStore(c.Store))
}

type resumeArgs struct {
	Text string `json:"text"`
}

func parseResume() (tool.InvokableTool, error) {
	return utils.InferTool("parse_resume", "Read the skills off a résumé.",
		func(_ context.Context, a resumeArgs) (string, error) {
			_, skills, ok := strings.Cut(a.Text, "Skills:")
			if !ok {
				return "", errors.New("parse_resume: no section on skills")
			}
			return strings.TrimSpace(skills), nil
		})
}

type slotArgs struct {
	Title string `json:"title"`
	Hours int    `json:"hours"`
}

func calendarAPI() (tool.InvokableTool, error) {
	return utils.InferTool("calendar_api", "Reserve a slot in the calendar of the interviewers.",
		func(_ context.Context, a slotArgs) (string, error) {
			if a.Hours < 1 || a.Hours > 3 {
				return "", fmt.Errorf("calendar_api: %d hours", a.Hours)
			}
			return "Tuesday, 10:00, " + a.Title, nil
		})
}

func (c *Crew) screen(ctx context.Context, a *Application) (*Application, error) {
	text, err := crew.Use(ctx, c.parser, resumeArgs{Text: a.Resume})
	for _, skill := range strings.Split(text, ",") {
		a.Skills = append(a.Skills, strings.TrimSpace(skill))
	}
	return a, err
}

func (c *Crew) score(ctx context.Context, a *Application) (*Application, error) {
	text, err := crew.Ask(ctx, c.Model, "You score candidates from 0 to 10 and say why.", "Skills: %s", strings.Join(a.Skills, ", "))
	a.Score = text
	return a, err
}

func (c *Crew) prepare(ctx context.Context, a *Application) (*Application, error) {
	text, err := crew.Ask(ctx, c.Model, "You prepare interviews.", "Three questions for somebody with %s.", strings.Join(a.Skills, ", "))
	a.Questions = text
	return a, err
}

func (c *Crew) schedule(ctx context.Context, a *Application) (*Application, error) {
	slot, err := crew.Use(ctx, c.calendar, slotArgs{Title: "Interview", Hours: 1})
	a.Slot = slot
	return a, err
}

// review lets the hiring manager decide.
func review(ctx context.Context, a *Application) (*Application, error) {
	a, agreed, err := crew.Approve(ctx, a, func(a *Application) string { return "Invite? " + a.Score })
	if err != nil {
		return nil, err
	}
	a.Invited = agreed
	return a, nil
}
