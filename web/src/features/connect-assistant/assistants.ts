// How each assistant is connected: where its settings are, and what to paste there.

export interface Assistant {
  id: string
  name: string
  /** What to do, in order. */
  steps: readonly string[]
  /** Signs in with OAuth and needs no token; the paste is the address alone. */
  isHosted?: boolean
  /** A tool for programs, which take no prompts. */
  isProgram?: boolean
  /** Text to paste; `url` is this server, without a trailing slash. */
  paste: (url: string, token: string) => string
}

/** The assistant that an app's name speaks of; the longest name decides, so “Claude Code” is not “Claude”. */
export function assistantOf(appName: string): Assistant | undefined {
  const name = appName.toLowerCase()
  return ASSISTANTS.filter((assistant) => name.includes(assistant.name.toLowerCase())).sort(
    (a, b) => b.name.length - a.name.length,
  )[0]
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

export const ASSISTANTS: readonly Assistant[] = [
  {
    id: 'claude',
    name: 'Claude',
    isHosted: true,
    steps: [
      'In Claude, open Settings, then Connectors.',
      'Choose “Add custom connector” and paste this address.',
      'Choose “Connect”, sign in to Cairn and allow access.',
    ],
    paste: (url) => `${url}/mcp`,
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    isHosted: true,
    steps: [
      'In ChatGPT, open Settings, then Apps & Connectors, and turn on developer mode under Advanced settings.',
      'Choose “Create”, name it Cairn, paste this address and select OAuth.',
      'Sign in to Cairn and allow access.',
    ],
    paste: (url) => `${url}/mcp`,
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    steps: ['Run this in a terminal.'],
    paste: (url, token) =>
      `claude mcp add --transport http cairn ${url}/mcp \\\n  --header "Authorization: Bearer ${token}"`,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    steps: ['Add this to ~/.cursor/mcp.json.'],
    paste: (url, token) => json({ mcpServers: { cairn: { url: `${url}/mcp`, headers: bearer(token) } } }),
  },
  {
    id: 'vscode',
    name: 'VS Code',
    steps: ['Run “MCP: Open User Configuration” from the command palette, and add this.'],
    paste: (url, token) => json({ servers: { cairn: { type: 'http', url: `${url}/mcp`, headers: bearer(token) } } }),
  },
  {
    id: 'codex',
    name: 'Codex',
    steps: ['Add this to ~/.codex/config.toml.'],
    paste: (url, token) =>
      `[mcp_servers.cairn]\nurl = "${url}/mcp"\nhttp_headers = { Authorization = "Bearer ${token}" }`,
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    steps: ['Run this in a terminal.'],
    paste: (url, token) =>
      `gemini mcp add --scope user --transport http \\\n  --header "Authorization: Bearer ${token}" cairn ${url}/mcp`,
  },
  {
    id: 'curl',
    name: 'curl',
    isProgram: true,
    steps: ['Run this in a terminal. It lists your plans.'],
    paste: (url, token) => `curl '${url}/api/plans' \\\n  -H 'Authorization: Bearer ${token}'`,
  },
  {
    id: 'code',
    name: 'Code',
    isProgram: true,
    steps: ['Connect from a program with the MCP SDK for TypeScript, or call the REST API.'],
    paste: (url, token) =>
      [
        "import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'",
        '',
        "const client = new Client({ name: 'my-agent', version: '1.0.0' })",
        `const transport = new StreamableHTTPClientTransport(new URL('${url}/mcp'), {`,
        `  requestInit: { headers: { Authorization: 'Bearer ${token}' } },`,
        '})',
        'await client.connect(transport)',
        "console.log(await client.callTool({ name: 'list_plans', arguments: {} }))",
      ].join('\n'),
  },
]

/** What to say to the assistant once it is connected. */
export const FIRST_PROMPT =
  'List my plans in Cairn. Then pick the one I changed last, tell me which tasks are ready to start, and ask me which one you should work on.'
