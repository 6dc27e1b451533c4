// The introduction of the API reference. Its numbers come from the tables that the server enforces.
import { LIMITS } from '@cairn/contract/api/common'
import { ERROR_CODES } from '@cairn/contract/api/errors'
import { LIVE_CLOSE, LIVE_PING_SECONDS, TICKET_SECONDS } from '@cairn/contract/api/live'
import { PLAN_ACTIONS, PLAN_ROLES } from '@cairn/contract/rules/permissions'
import { eventRows } from './events.ts'

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')

const roles = table(
  ['Action', 'Scope', ...PLAN_ROLES],
  Object.entries(PLAN_ACTIONS).map(([action, rule]) => [
    `\`${action}\``,
    rule.scope,
    ...PLAN_ROLES.map((role) => ((rule.roles as readonly string[]).includes(role) ? 'yes' : '–')),
  ]),
)

const NOT_FOUND = 'It does not exist, or you have no access to it; the same for `node_not_found` and other nouns.'
const closeCodes = table(
  ['Code', 'Reason'],
  Object.entries(LIVE_CLOSE).map(([reason, code]) => [String(code), reason.replaceAll('_', ' ')]),
)

const errorCodes = table(
  ['Code', 'Meaning'],
  Object.entries({ ...ERROR_CODES, plan_not_found: NOT_FOUND }).map(([code, meaning]) => [`\`${code}\``, meaning]),
)

const events = table(['Kind', 'After'], eventRows)

export const guide = `
Plans are trees of nodes that people and agents work on together. This API does everything the web app does.

\`\`\`sh
curl -H "Authorization: Bearer cairn_…" https://cairn.example.com/api/plans
\`\`\`

# Authentication

Send one credential in the \`Authorization\` header:

| Credential | Header | Use |
| --- | --- | --- |
| Session | \`Bearer <access_token>\` | People. From \`POST /api/auth/login\`. |
| API token | \`Bearer cairn_…\` or \`ApiKey cairn_…\` | Agents and scripts. Created under Settings, shown once. |
| Connected app | \`Bearer <access_token>\` | Assistants. OAuth 2.1 with PKCE: \`/.well-known/oauth-authorization-server\` describes it. A token is for \`/mcp\` or for \`/api\`, as \`resource\` asked. |

A call without a valid credential answers 401. Passwords, two-factor authentication, sessions and tokens require a session.

# Scopes and roles

A token has the scope \`read\`, \`write\` or \`admin\`. Each contains the ones before it. A token can never do more than the person
who created it: each call also requires a role in the plan. A missing scope or role answers 403. A plan that you cannot access answers 404,
as if it did not exist.

A token or a connected app may also be limited to one plan, to one branch of it (a node and everything below it) and to changes and new
nodes per hour. The branch limits what it changes, not what it reads. An edge needs both ends in the branch, and a moved node both parents.
Each event counts as a change, so a call that changes 20 nodes counts 20. The hour begins with the first change. A call above a limit changes
nothing: 403 \`outside_branch\`, or 429 \`quota_exceeded\` with \`Retry-After\`.

${roles}

# Requests and errors

Bodies are JSON of at most 1 MB. Unknown fields in a body are ignored. An unknown query parameter answers 400. Times are ISO 8601 in UTC,
dates are \`YYYY-MM-DD\`, ids are UUIDs. On create, \`null\`, \`""\` and a missing field all mean "none". On update, a missing field
is unchanged and \`null\` clears it.

Every error has one body:

\`\`\`json
{
  "error": "Title is required",
  "code": "invalid_input",
  "details": [{ "path": "title", "message": "Title is required" }]
}
\`\`\`

Show \`error\` to people and test \`code\` in programs. \`X-Request-Id\` identifies the request in the server's log.

${errorCodes}

# Versions

Every row that people edit has a \`version\`. Send the one that you have read as \`expected_version\` (or in \`If-Match\`). If someone else changed the row first, the
call answers 409 \`version_conflict\` with the current row in \`details\`. Assigning people leaves the version of the node as it is: \`expected_user_ids\` guards the list of assignees. Calls that do not list \`If-Match\` below answer 400 to a version, and never ignore it. A bulk change takes \`expected_versions\` by node id; its errors name each node by index and id. Its reply has each node's old values in \`before\`; \`POST /plans/{planId}/undo\` with its \`X-Change\` undoes it.

The lists of plans and of nodes have an \`ETag\`. Send it in \`If-None-Match\`: 304 means that nothing has changed.

# Paging

Lists return a page at a time. \`limit\` is at most ${LIMITS.page}; larger values count as that. \`Link\` holds the URLs of other pages: follow its \`next\`
URL, or send its \`cursor\`. Rows that others add or remove meanwhile shift nothing. A row whose sort key changes moves, so sort plans by \`created\` to read
each of them exactly once. Where a list knows how many rows there are, \`X-Total-Count\` says so.

# Idempotency

Send a new \`Idempotency-Key\` with each POST that lists the header below: they create something or claim a task. Calls below \`/auth\` take none, because
their secrets are never stored. If the reply is lost, send the
same request again: the same key and body return the first reply, and nothing is created or claimed twice. The same key
with a different body answers 409. Keys are kept for 24 hours. Each token and app has keys of its own. A reply with a
secret, such as a webhook's, is repeated only while you have access.

\`X-Run-Id\` groups the changes of one run of an agent, so that people can read and undo them together. If someone else's changes in the plan already
have the id, yours get an ending: \`run_id\` of the changes and of the list of runs is the id to read and undo.

# Undo

Each write in a plan answers \`X-Change\`, which names what it changed. \`POST /plans/{planId}/undo\` takes back changes, or a whole run by its \`run_id\`, in a new
change; undoing that one redoes it. What others have changed since is never overwritten: the call answers 409 \`undo_blocked\` with the reasons and changes
nothing, unless \`skip_blocked\` asks for the rest. \`preview\` only says what would happen.

# Limits

| What | Limit |
| --- | --- |
| Titles | ${LIMITS.title} characters |
| Description of a plan, of a node | ${LIMITS.plan_description}, ${LIMITS.description} characters |
| Context, agent instructions | ${LIMITS.context} characters |
| Metadata | ${LIMITS.metadata_bytes.toLocaleString('en-US')} bytes of JSON, ${LIMITS.metadata_depth} levels deep |
| Tags | ${LIMITS.tags} of ${LIMITS.tag} characters |
| Nodes in one bulk call | ${LIMITS.bulk} |
| Rows on a page | ${LIMITS.page} |

Requests are limited per credential. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` come with every reply. Beyond the limit a call
answers 429 with \`Retry-After\` in seconds.

# Live channel

Open a WebSocket at \`/api/live\` and receive every change of the plans that you subscribe to. Scripts send the \`Authorization\` header. Browsers open
\`/api/live?ticket=…\` with a ticket from \`POST /api/live/ticket\`, which lasts ${TICKET_SECONDS} seconds and works once.

1. The server says \`hello\`.
2. Send \`{ "type": "subscribe", "plan_id": "…", "since": 41 }\` with the last revision that you have, or without \`since\` to start now.
3. The server answers \`subscribed\`, then one \`event\` per change, in order of \`revision\` and without gaps.
4. \`reload\` means that \`since\` is too old: read the list of nodes again.

\`hello\` carries an \`epoch\`, which changes when a backup is restored. Repeat it in \`subscribe\`, so that an old \`since\` is never applied to another
history. Without a WebSocket, \`GET /api/plans/{planId}/changes\` answers the same events.

Send \`{ "type": "subscribe_plans" }\` to follow the list of your plans. The server answers \`plans\` with a \`state\`, and sends it again when a plan is shared
with you, changes, or is removed. Read \`GET /api/plans\` again when its \`X-Plans-State\` differs.

Send \`{ "type": "presence", "plan_id": "…", "node_id": "…" }\` to show where you are. The server pings every ${LIVE_PING_SECONDS} seconds. Send \`{ "type": "ping", "plan_id": "…" }\` to check the connection yourself: the \`pong\` carries the revision that this socket has been sent.
The messages are the schemas \`LiveClientMessage\`, \`LiveServerMessage\` and \`PlanEvent\`.

An event holds the state \`before\` and \`after\` the change:

${events}

The server closes a connection with one of these codes:

${closeCodes}
`.trim()
