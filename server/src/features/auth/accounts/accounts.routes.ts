import { authApi } from '@cairn/contract/api/auth'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../base/config.ts'
import { VERSION } from '../../../base/version.ts'
import type { AccountServices } from '../../../core/services.ts'
import type { Router } from '../../../http/router.ts'
import { login, logout } from '../sessions/sessions.commands.ts'
import { type Device, endSession, listDevices } from '../sessions/sessions.ts'
import { answerChallenge } from '../two-factor/two-factor.sign-in.ts'
import { disableTwoFactor, enableTwoFactor, renewRecoveryCodes, setUpTwoFactor } from '../two-factor/two-factor.ts'
import { checkReset, forgotPassword, resendVerification, resetPassword, verifyEmail } from './accounts.recovery.ts'
import { register } from './accounts.registration.ts'

const USER_AGENT_MAX = 300

/** HTTP routes of accounts. Hashing and mail run outside transactions, so the commands open their own. */
export function authRoutes({ route, routePublic, routeWithoutTx }: Router, app: AccountServices): void {
  routePublic(authApi.config, async () => ({
    demo: app.config.demo,
    ai: app.config.ai !== null,
    mail: app.config.smtp_url !== null,
    ...registrationOf(app.config),
    public_url: app.publicUrl(),
    version: VERSION,
  }))
  routePublic(authApi.register, ({ body }, { request }) => register(app, body, deviceOf(request, body)))
  routePublic(authApi.login, ({ body }, { request }) => login(app, body, deviceOf(request, body)))
  routePublic(authApi.twoFactor, ({ body }, { request }) => answerChallenge(app, body, deviceOf(request, body)))
  routePublic(authApi.logout, async (_, { request }) => {
    await logout(app, request.actor)
    return { message: 'Logged out.' }
  })
  routePublic(authApi.forgotPassword, ({ body }, { request }) => forgotPassword(app, body.email, request.ip))
  routePublic(authApi.resendVerification, ({ body }, { request }) => resendVerification(app, body.email, request.ip))
  routePublic(authApi.resetPassword, ({ body }, { request }) => resetPassword(app, body, request.ip))
  routePublic(authApi.checkReset, ({ body }, { request }) => checkReset(app, body.token, request.ip))
  routePublic(authApi.verifyEmail, ({ body }, { request }) =>
    verifyEmail(app, body, { actor: request.actor, address: request.ip }),
  )

  route(authApi.sessions, listDevices)
  route(authApi.endSession, (ctx, { params }) => endSession(ctx, params.sessionId))
  routeWithoutTx(authApi.twoFactorSetup, (http, { body }) => setUpTwoFactor(http, app, body.password))
  routeWithoutTx(authApi.twoFactorEnable, (http, { body }) => enableTwoFactor(http, app, body.code))
  routeWithoutTx(authApi.twoFactorDisable, (http, { body }) => disableTwoFactor(http, app, body))
  routeWithoutTx(authApi.recoveryCodes, (http, { body }) => renewRecoveryCodes(http, app, body))
}

const registrationOf = ({ registration }: Config) => ({
  registration: typeof registration === 'string' ? registration : ('domains' as const),
  registration_domains: typeof registration === 'string' ? [] : registration,
})

const deviceOf = (request: FastifyRequest, { device_token }: { device_token?: string | null }): Device => ({
  token: device_token || null,
  user_agent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
  ip: request.ip,
})
