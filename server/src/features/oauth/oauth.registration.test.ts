import { expect, it } from 'vitest'
import { CALLBACK } from '../../../test/apps.ts'
import { testApp } from '../../../test/factory.ts'

it('registers apps of other addresses after a few have used up theirs', async () => {
  const app = await testApp({ env: { CAIRN_ABUSE_LIMITS: 'on', CAIRN_TRUST_PROXY: 'on' } })
  const register = async (from: number) =>
    (
      await app.app.inject({
        method: 'POST',
        url: '/oauth/register',
        payload: { redirect_uris: [CALLBACK] },
        headers: { 'x-forwarded-for': `192.0.2.${from}` },
      })
    ).statusCode
  for (let stranger = 1; stranger <= 5; stranger++)
    await Promise.all(Array.from({ length: 100 }, () => register(stranger)))

  expect([await register(5), await register(6)]).toEqual([429, 201])
})
