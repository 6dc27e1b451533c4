import { describe, expect, it } from 'vitest'
import { EmailAddress } from '../api/common.ts'
import { EMAIL_MAX, emailProblem } from './email.ts'

const GOOD = ['ana@example.com', ' Ana.Maria+plans@mail.example.co.uk ', "o'neill_7@x-y.org", 'a@b.museum']
const BAD = [
  ...['ana', 'ana@', '@example.com', 'ana@example', 'ana@example.c', 'ana@@example.com', 'ana@example..com'],
  ...['ana maria@example.com', '.ana@example.com', 'ana.@example.com', 'ana..b@example.com', 'ana@-example.com'],
  `${'a'.repeat(EMAIL_MAX)}@example.com`,
]

describe('an e-mail address', () => {
  it('is a name and a domain', () => {
    for (const email of GOOD) expect([email, emailProblem(email)]).toEqual([email, null])
    for (const email of BAD) expect([email, emailProblem(email)]).toEqual([email, 'Invalid email format'])
    for (const email of ['', '  ']) expect(emailProblem(email)).toBe('Email is required')
  })

  it('is the same for a form as for the server', () => {
    for (const email of [...GOOD, ...BAD, '', ' '])
      expect([email, EmailAddress.safeParse(email).error?.issues[0]?.message ?? null]).toEqual([
        email,
        emailProblem(email),
      ])
  })

  it('is validated in linear time', () => {
    expect(emailProblem(`a@${'a.'.repeat(50_000)}`)).toBe('Invalid email format')
  })
})
