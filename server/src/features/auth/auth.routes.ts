import { authApi } from '@cairn/contract/api/auth'
import type { FastifyRequest } from 'fastify'
import type { Router } from '../../core/route.ts'
import type { Services } from '../../core/services.ts'
import { VERSION } from '../../core/version.ts'
import { login, logout, register } from './auth.commands.ts'
import { credentialOf } from './auth.hook.ts'
import type { Device } from './auth.sessions.ts'

const USER_AGENT_MAX = 300

/** HTTP face of accounts. Hashing and mail happen outside transactions, so the commands open their own. */
export function authRoutes({ routePublic }: Router, deps: Services): void {
  routePublic(authApi.config, async () => ({
    demo: deps.config.demo,
    ai: false,
    mail: deps.config.smtp_url !== null,
    public_url: deps.publicUrl(),
    version: VERSION,
  }))
  routePublic(authApi.register, ({ body }, { request }) => register(deps, body, deviceOf(request)))
  routePublic(authApi.login, ({ body }, { request }) => login(deps, body, deviceOf(request)))
  routePublic(authApi.logout, async (_, { request }) => {
    const token = credentialOf(request)
    if (token) await logout(deps, token)
    return { message: 'Signed out.' }
  })
}

const deviceOf = (request: FastifyRequest): Device => ({
  user_agent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
  ip: request.ip,
})
