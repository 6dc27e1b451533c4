// People who have a plan open and view one node after another.
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { openWatcher } from '../load/sockets.mjs'

/** As often as the browser publishes another node. */
const MOVE_MS = 250

/** Opens sockets for `count` people, each with an account. */
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
  /** Everyone keeps moving to another node. Returns a function that stops that. */
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
