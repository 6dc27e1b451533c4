// Adds a collaborator to a plan.
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'

let number = 0

/** Registers a person and adds them as an editor. Resolves to their id and session. */
export async function addMember({ origin, owner, planId }) {
  const email = `drill-member-${Date.now()}-${number++}@example.com`
  const stranger = openConnection({ origin })
  const { user, session } = await stranger.ask(calls.register(email))
  stranger.close()
  await owner.ask(calls.addCollaborator(planId, email, 'editor'))
  return { id: user.id, token: session.access_token }
}
