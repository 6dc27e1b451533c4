import { invitationsApi } from '@cairn/contract/api/invitations'
import type { AccountServices } from '../../core/services.ts'
import type { Router } from '../../http/router.ts'
import { acceptInvitation, readInvitation } from './collaborators.invitations.ts'

/** HTTP routes of invitation links, for the invited person. */
export function invitationsRoutes({ route, routePublic }: Router, app: AccountServices): void {
  routePublic(invitationsApi.read, async ({ params }, { request }) => {
    // Limits guessing of links.
    const attempt = await app.authRateLimit.countByAddress('invitation', request.ip)
    const now = app.clock().toISOString()
    const opened = await readInvitation(app.store.reader, app.signer, { token: params.token, now })
    await app.store.write((tx) => app.authRateLimit.refund(tx, attempt))
    return opened
  })
  route(invitationsApi.accept, (ctx, { params }) => acceptInvitation(ctx, app.signer, params.token))
}
