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
  [{ AI_API_KEY: 'sk-1', AI_MAX_TOKENS: 'many' }, /^AI_MAX_TOKENS must be a whole number of tokens, at least 100/],
  [{ AI_API_KEY: 'sk-1', AI_MAX_TOKENS: '1.5' }, /^AI_MAX_TOKENS must be/],
  [{ AI_API_KEY: 'sk-1', AI_MAX_TOKENS: '5' }, /^AI_MAX_TOKENS must be .*at least 100/],
  [{ CAIRN_MAX_COMMAND_NODES: '501' }, /^CAIRN_MAX_COMMAND_NODES must be a whole number of nodes, from 1 to 500/],
  [{ CAIRN_WEBHOOK_NETWORKS: '10.0.0.0/8,intranet' }, /^CAIRN_WEBHOOK_NETWORKS must be a list of networks/],
  [{ CAIRN_WEBHOOK_NETWORKS: '10.0.0.0/40' }, /^CAIRN_WEBHOOK_NETWORKS must be/],
  [{ CAIRN_MAX_COMMAND_NODES: '0' }, /^CAIRN_MAX_COMMAND_NODES must be .*from 1 to 500/],
  [{ CAIRN_MAX_PLAN_NODES: '1e30' }, /^CAIRN_MAX_PLAN_NODES must be a whole number of nodes, at least 1/],
  [{ PORT: '0x1F' }, /^PORT must be .*from 0 to 65535/],
  [{ DATABASE_POOL: '5000' }, /^DATABASE_POOL must be .*from 3 to 1000/],
  [{ CAIRN_RATE_LIMITS: '-5' }, /^CAIRN_RATE_LIMITS must be on, off, or a whole number/],
  [{ CAIRN_SECRET: ' '.repeat(36) }, /^CAIRN_SECRET must have at least 32 characters/],
  [{ CAIRN_REGISTRATON: 'closed' }, /^CAIRN_REGISTRATON is not a setting/],
  [{ CAIRN_PUBLIC_URL: 'https://example.com/?a=b' }, /^CAIRN_PUBLIC_URL must be a scheme, a host and a port/],
  [{ CAIRN_PUBLIC_URL: 'https://example.com/cairn' }, /^CAIRN_PUBLIC_URL must be .*without a path/],
  [{ CAIRN_PUBLIC_URL: 'https://ana:secret@example.com' }, /^CAIRN_PUBLIC_URL must be/],
  [{ SMTP_URL: 'smtp://' }, /^SMTP_URL must be like/],
  [{ SMTP_URL: 'smtp://127.0.0.1:99999' }, /^SMTP_URL must be like/],
  [{ MAIL_FROM: 'not an address' }, /^MAIL_FROM must be an address/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of fatal, error/],
  [{ S3_ENDPOINT: 'https://s3.example.com' }, /^S3_BUCKET is required/],
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

it('takes blank settings as not given, and leaves those of agents alone', () => {
  const config = parseConfig({ PORT: ' ', CAIRN_DATA_DIR: ' ', CAIRN_TOKEN: 'cairn_x', CAIRN_URL: 'http://localhost' })

  expect([config.port, config.data_dir]).toEqual([3000, './data'])
  expect(
    parseConfig({ CAIRN_PUBLIC_URL: 'https://example.com/', MAIL_FROM: 'Ana Ruiz <ana@example.com>' }),
  ).toMatchObject({
    public_url: 'https://example.com',
    mail_from: 'Ana Ruiz <ana@example.com>',
  })
})
