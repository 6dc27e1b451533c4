// People who have a plan open and look at one node after the other.
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { openWatcher } from '../load/sockets.mjs'

/** As often as a browser tells of another node. */
const MOVE_MS = 250

/** As many people as `count`, each with an account and a socket of their own. */
export async function openCrowd({ origin, owner, planId, count }) {
  const stranger = openConnection({ origin })
  const sharer = openConnection({ origin, token: owner })
  const sockets = []
  for (let number = 0; number < count; number++) {
    const email = `crowd-${number}-${Date.now()}@example.com`
    const { session } = await stranger.ask(calls.register(email))
    await sharer.ask(calls.addCollaborator(planId, email, 'viewer'))
    sockets.push(await openWatcher({ origin, token: session.access_token, planId, onEvent: () => {} }))
  }
  stranger.close()
  sharer.close()
  let turn = 0
  /** Everyone goes to another node again and again; answers how to stop that. */
  const move = (nodeIds) => {
    const timer = setInterval(() => {
      turn++
      for (const [number, socket] of sockets.entries()) {
        const node_id = nodeIds[(turn + number) % nodeIds.length]
        socket.send(JSON.stringify({ type: 'presence', plan_id: planId, node_id }))
      }
    }, MOVE_MS)
    return () => clearInterval(timer)
  }
  const close = () => {
    for (const socket of sockets) socket.terminate()
  }
  return { move, close }
}
