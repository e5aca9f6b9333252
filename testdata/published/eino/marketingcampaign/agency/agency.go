// Package agency holds the members of a crew that makes marketing campaigns.
package agency

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/published/internal/crew"
)

// A Campaign is what the crew works on.
type Campaign struct {
	Product  string
	Audience []string
	Strategy string
	Copy     string
	Visuals  []string
	Post     string
	Reach    string
}

// A run that stops for a person is stored, and so its campaign.
func init() { schema.Register[*Campaign]() }

// A Crew shares a model and the accounts of the agency.
type Crew struct {
	Model model.BaseChatModel

	survey, competitors, dalle, canva, social, statistics tool.InvokableTool
}

// New hires a crew.
func New(m model.BaseChatModel) (*Crew, error) {
	c := &Crew{Model: m}
	var errs [6]error
	c.survey, errs[0] = utils.InferTool("survey_tool", "Ask a panel of customers.", askPanel)
	c.competitors, errs[1] = utils.InferTool("competitor_analysis", "Read what competitors advertise.", readCompetitors)
	c.dalle, errs[2] = utils.InferTool("dall_e", "Make a picture.", paint)
	c.canva, errs[3] = utils.InferTool("canva_api", "Set a picture and a text.", layOut)
	c.social, errs[4] = utils.InferTool("social_media_api", "Publish a post on all channels.", post)
	c.statistics, errs[5] = utils.InferTool("google_analytics", "Read the reach of a post.", readReach)
	return c, errors.Join(errs[:]...)
}

type topicArgs struct {
	Topic string `json:"topic"`
}

type layoutArgs struct {
	Picture string `json:"picture"`
	Text    string `json:"text"`
}

type postArgs struct {
	Text   string   `json:"text"`
	Images []string `json:"images"`
}

func askPanel(_ context.Context, a topicArgs) (string, error) {
	return "students buy " + a.Topic, nil
}

func readCompetitors(_ context.Context, a topicArgs) (string, error) {
	return "the market leader in " + a.Topic + " advertises to parents", nil
}

func paint(_ context.Context, a topicArgs) (string, error) {
	return strings.ReplaceAll(a.Topic, " ", "-") + ".png", nil
}

func layOut(_ context.Context, a layoutArgs) (string, error) {
	return "layout of " + a.Picture + ", " + fmt.Sprint(len(a.Text)) + " characters", nil
}

func post(_ context.Context, a postArgs) (string, error) {
	if len(a.Images) == 0 {
		return "", errors.New("social_media_api: a post needs an image")
	}
	return "posted: " + a.Text, nil
}

func readReach(_ context.Context, a topicArgs) (string, error) {
	return fmt.Sprintf("%d people saw %q", 100*len(a.Topic), a.Topic), nil
}

// Research asks the market.
func (c *Crew) Research(ctx context.Context, k *Campaign) (*Campaign, error) {
	for _, t := range []tool.InvokableTool{c.survey, c.competitors} {
		text, err := crew.Use(ctx, t, topicArgs{Topic: k.Product})
		if err != nil {
			return nil, err
		}
		k.Audience = append(k.Audience, text)
	}
	return k, nil
}

// Strategise finds the angle.
func (c *Crew) Strategise(ctx context.Context, k *Campaign) (*Campaign, error) {
	text, err := crew.Ask(ctx, c.Model, "You plan campaigns.", "Product: %s\nMarket: %s\nWhat is our angle?", k.Product, strings.Join(k.Audience, "; "))
	k.Strategy = text
	return k, err
}

// Write writes the text.
func (c *Crew) Write(ctx context.Context, k *Campaign) (*Campaign, error) {
	text, err := crew.Ask(ctx, c.Model, "You write copy without adjectives.", "Angle: %s", k.Strategy)
	k.Copy = text
	return k, err
}

// Design makes the picture and sets it.
func (c *Crew) Design(ctx context.Context, k *Campaign) (*Campaign, error) {
	picture, err := crew.Use(ctx, c.dalle, topicArgs{Topic: k.Product})
	if err != nil {
		return nil, err
	}
	layout, err := crew.Use(ctx, c.canva, layoutArgs{Picture: picture, Text: k.Copy})
	k.Visuals = append(k.Visuals, layout)
	return k, err
}

// Publish posts the campaign.
func (c *Crew) Publish(ctx context.Context, k *Campaign) (*Campaign, error) {
	text, err := crew.Use(ctx, c.social, postArgs{Text: k.Copy, Images: k.Visuals})
	k.Post = text
	return k, err
}

// Measure reads how far the campaign got.
func (c *Crew) Measure(ctx context.Context, k *Campaign) (*Campaign, error) {
	text, err := crew.Use(ctx, c.statistics, topicArgs{Topic: k.Product})
	k.Reach = text
	return k, err
}
