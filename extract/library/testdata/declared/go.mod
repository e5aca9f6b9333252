module example.com/declared

go 1.26

require (
	github.com/chromedp/cdproto v0.0.0-20250724212937-08a3db8b4327
	github.com/chromedp/chromedp v0.14.2
	github.com/go-rod/rod v0.116.2
	github.com/The-Pocket/PocketFlow-Go v0.0.0-20250514164711-77ad50f4f71f
	github.com/microsoft/agent-framework-go v0.0.0-20260724093212-5b27c979abb4
	github.com/playwright-community/playwright-go v0.5200.1
	github.com/tebeka/selenium v0.9.9
	github.com/bwmarrin/discordgo v0.29.0
	github.com/creachadair/jrpc2 v1.3.0
	github.com/docker/docker v28.0.4+incompatible
	github.com/emersion/go-smtp v0.24.0
	github.com/go-telegram/bot v1.17.0
	github.com/go-telegram-bot-api/telegram-bot-api/v5 v5.5.1
	github.com/gotd/td v0.121.0
	github.com/jordan-wright/email v4.0.1-0.20210109023952-943e75fe5223+incompatible
	github.com/redis/go-redis/v9 v9.17.2
	github.com/slack-go/slack v0.23.1
	github.com/sourcegraph/jsonrpc2 v0.2.2
	github.com/wneessen/go-mail v0.7.2
	go.lsp.dev/jsonrpc2 v0.10.0
	go.mau.fi/whatsmeow v0.0.0-20260219150138-7ae702b1eed4
	go.mongodb.org/mongo-driver v1.14.0
	go.mongodb.org/mongo-driver/v2 v2.5.0
	golang.org/x/exp/jsonrpc2 v0.0.0-20260709172345-9ea1abe57597
	google.golang.org/api v0.293.0
	google.golang.org/grpc v1.72.0
	gopkg.in/gomail.v2 v2.0.0-20160411212932-81ebce5c23df
	gorm.io/gorm v1.31.2
	helm.sh/helm/v3 v3.21.4
	k8s.io/apimachinery v0.36.4
	k8s.io/client-go v0.36.4
	github.com/traefik/yaegi v0.16.1
	github.com/yuin/gopher-lua v1.1.1
	maunium.net/go/mautrix v0.27.0
	mvdan.cc/sh/v3 v3.13.1
	sigs.k8s.io/controller-runtime v0.24.1
	cloud.google.com/go/bigquery v1.66.0
	cloud.google.com/go/spanner v1.73.0
	github.com/ClickHouse/clickhouse-go/v2 v2.30.0
	github.com/Masterminds/squirrel v1.5.4
	github.com/doug-martin/goqu/v9 v9.19.0
	github.com/go-pg/pg/v10 v10.14.0
	github.com/gocql/gocql v1.7.0
	github.com/influxdata/influxdb-client-go/v2 v2.14.0
	github.com/jackc/pgx/v5 v5.7.2
	github.com/jmoiron/sqlx v1.4.0
	github.com/lib/pq v1.10.9
	github.com/neo4j/neo4j-go-driver/v5 v5.27.0
	github.com/uptrace/bun v1.2.9
	github.com/volatiletech/sqlboiler/v4 v4.18.0
	xorm.io/xorm v1.3.9
	zombiezen.com/go/sqlite v1.4.0
)

replace github.com/The-Pocket/PocketFlow-Go => ./pocketflow

replace github.com/microsoft/agent-framework-go => ./agent-framework-go
