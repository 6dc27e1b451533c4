import { expect, it } from 'vitest'
import { parseConfig } from './config.ts'

const OPENAI = { base_url: 'https://api.openai.com/v1', model: 'gpt-4.1-mini', max_tokens: 2_000 }

it.each([
  [{}, null],
  [{ AI_API_KEY: '', AI_MODEL: 'llama' }, null],
  [{ AI_API_KEY: 'sk-1' }, { ...OPENAI, api_key: 'sk-1' }],
  [
    { AI_API_KEY: 'sk-1', AI_MODEL: 'another', AI_MAX_TOKENS: '8000' },
    { ...OPENAI, api_key: 'sk-1', model: 'another', max_tokens: 8_000 },
  ],
  [
    { AI_BASE_URL: 'http://localhost:11434/v1/', AI_MODEL: 'llama' },
    { ...OPENAI, base_url: 'http://localhost:11434/v1', model: 'llama', api_key: null },
  ],
])('finds the AI service in %j', (environment, expected) => {
  expect(parseConfig(environment).ai).toEqual(expected)
})

it.each([
  [{ AI_BASE_URL: 'http://localhost:11434/v1' }, /^AI_MODEL is required/],
  [{ AI_API_KEY: 'sk-1', AI_BASE_URL: 'localhost:11434' }, /^AI_BASE_URL must be an http:\/\/ or https:\/\/ URL/],
  [{ AI_API_KEY: 'sk-1', AI_MAX_TOKENS: 'many' }, /^AI_MAX_TOKENS must be a number/],
  [{ AI_API_KEY: 'sk-1', AI_MAX_TOKENS: '1.5' }, /^AI_MAX_TOKENS must be/],
  [{ AI_API_KEY: 'sk-1', AI_MAX_TOKENS: '5' }, /^AI_MAX_TOKENS must be at least 100/],
  [{ CAIRN_MAX_COMMAND_NODES: '501' }, /^CAIRN_MAX_COMMAND_NODES must be at most 500/],
  [{ CAIRN_WEBHOOK_NETWORKS: '10.0.0.0/8,intranet' }, /^CAIRN_WEBHOOK_NETWORKS must be a list of networks/],
  [{ CAIRN_WEBHOOK_NETWORKS: '10.0.0.0/40' }, /^CAIRN_WEBHOOK_NETWORKS must be/],
  [{ CAIRN_MAX_COMMAND_NODES: '0' }, /^CAIRN_MAX_COMMAND_NODES must be at least 1/],
])('rejects %j with a line that names the error', (environment, line) => {
  expect(() => parseConfig(environment)).toThrow(line)
})

it.each([
  [undefined, 'open'],
  ['open', 'open'],
  ['Closed', 'closed'],
  ['Example.com', ['example.com']],
  ['example.com, @sub.example.org', ['example.com', 'sub.example.org']],
])('reads CAIRN_REGISTRATION=%s', (CAIRN_REGISTRATION, expected) => {
  expect(parseConfig({ CAIRN_REGISTRATION }).registration).toEqual(expected)
})

it.each(['no', 'example', 'open,example.com', 'ana@example.com', ','])('rejects CAIRN_REGISTRATION=%s', (value) => {
  expect(() => parseConfig({ CAIRN_REGISTRATION: value })).toThrow(/^CAIRN_REGISTRATION must be/)
})
