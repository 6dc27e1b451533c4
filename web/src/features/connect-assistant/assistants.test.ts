import { expect, it } from 'vitest'
import { ASSISTANTS, assistantOf } from './assistants.ts'

const URL = 'https://cairn.test'
const TOKEN = 'cairn_secret'
const paste = (id: string) => ASSISTANTS.find((assistant) => assistant.id === id)?.paste(URL, TOKEN) ?? ''

it('puts the address and the token into every block, and no token where people sign in', () => {
  for (const { id, isHosted } of ASSISTANTS) {
    expect(paste(id)).toContain(URL)
    expect(paste(id).includes(TOKEN), id).toBe(!isHosted)
  }
})

it('gives editors JSON that their settings accept', () => {
  const headers = { Authorization: `Bearer ${TOKEN}` }
  expect(JSON.parse(paste('cursor'))).toEqual({ mcpServers: { cairn: { url: `${URL}/mcp`, headers } } })
  expect(JSON.parse(paste('vscode'))).toEqual({ servers: { cairn: { type: 'http', url: `${URL}/mcp`, headers } } })
})

it('gives terminals one command', () => {
  expect(paste('claude-code').replace(/\\\n */g, '')).toBe(
    `claude mcp add --transport http cairn ${URL}/mcp --header "Authorization: Bearer ${TOKEN}"`,
  )
  expect(paste('gemini').replace(/\\\n */g, '')).toBe(
    `gemini mcp add --scope user --transport http --header "Authorization: Bearer ${TOKEN}" cairn ${URL}/mcp`,
  )
})

it.each([
  ['Claude', 'claude'],
  ['Claude Code (cairn)', 'claude-code'],
  ['ChatGPT', 'chatgpt'],
  ['Visual Studio', undefined],
])('takes an app named %s for %s', (name, id) => {
  expect(assistantOf(name)?.id).toBe(id)
})
