import { expect, it } from 'vitest'
import { publicUrl } from './public-url.ts'

const listening = { port: 4100, address: '127.0.0.1', family: 'IPv4' }

it.each([
  [
    'the configured address',
    { public_url: 'https://plans.example', host: '0.0.0.0', port: 3000 },
    'https://plans.example',
  ],
  ['the port it got', { public_url: null, host: '127.0.0.1', port: 0 }, 'http://localhost:4100'],
  ['a name for every interface', { public_url: null, host: '0.0.0.0', port: 4100 }, 'http://localhost:4100'],
  ['its host', { public_url: null, host: 'box.lan', port: 4100 }, 'http://box.lan:4100'],
  ['an IPv6 address in brackets', { public_url: null, host: 'fd00::1', port: 4100 }, 'http://[fd00::1]:4100'],
])('is %s', (_, config, url) => {
  expect(publicUrl(config, listening)).toBe(url)
})
