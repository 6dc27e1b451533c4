import { expect, it } from 'vitest'
import { describeRedirect, isAllowedRedirect, matchesRedirect, withParameters } from './oauth.redirects.ts'

it.each([
  ['https://app.test/cb', 'https://app.test/cb', true],
  ['https://app.test/cb?x=1', 'https://app.test/cb?x=1', true],
  ['https://app.test/cb?x=2', 'https://app.test/cb?x=1', false],
  ['https://app.test:8443/cb', 'https://app.test/cb', false],
  ['https://APP.test/cb', 'https://app.test/cb', false],
  ['http://127.0.0.1:51234/cb', 'http://127.0.0.1/cb', true],
  ['http://127.0.0.1:51234/cb', 'http://127.0.0.1:3000/cb', true],
  ['http://localhost:51234/cb', 'http://localhost/cb', true],
  ['http://[::1]:51234/cb', 'http://[::1]/cb', true],
  ['http://localhost:51234/cb', 'http://127.0.0.1/cb', false],
  ['http://127.0.0.1:51234/other', 'http://127.0.0.1/cb', false],
  ['http://127.0.0.1:51234@evil.test/cb', 'http://127.0.0.1/cb', false],
  ['http://127.0.0.1.evil.test/cb', 'http://127.0.0.1/cb', false],
  ['com.example.app:/cb', 'com.example.app:/cb', true],
  ['cursor://anysphere/oauth', 'cursor://anysphere/oauth', true],
  ['javascript:alert(1)', 'javascript:alert(1)', false],
])('matches %s with the registered %s: %s', (uri, registered, matches) => {
  expect(matchesRedirect(uri, [registered])).toBe(matches)
})

it.each([
  'https://a.test/\ncb',
  ' https://a.test/',
  'JavaScript:/x',
  'view-source://a',
  `https://a.test/${'x'.repeat(2_000)}`,
])('does not allow %s', (uri) => {
  expect(isAllowedRedirect(uri)).toBe(false)
})

it('names the destination', () => {
  expect(describeRedirect('https://app.test:8443/cb')).toEqual({ redirect_host: 'app.test:8443', local: false })
  expect(describeRedirect('http://127.0.0.1:5000/cb')).toEqual({ redirect_host: '127.0.0.1:5000', local: true })
  expect(describeRedirect('cursor://x/cb')).toEqual({ redirect_host: 'cursor://', local: true })
})

it('adds parameters without touching the rest', () => {
  expect(withParameters('https://a.test/cb?x=%20', { code: 'a b', state: undefined })).toBe(
    'https://a.test/cb?x=%20&code=a+b',
  )
})
