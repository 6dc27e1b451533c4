// The baseline server: the least work with the product's guarantees (tokens, plan access, durable writes).
// It implements the part of the product's API that the benchmark uses, so that one client drives both.
//
//   LIMIT_MODE=plain   one commit per write; a plan's rows are read and serialized for every read
//   LIMIT_MODE=tuned   group commit; a plan's bytes are cached until it changes
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { commitEach, commitInGroups } from './commit.mjs'
import { openDatabase } from './database.mjs'
import { fastify } from './packages.mjs'
import { nodeReply, planReply } from './shapes.mjs'
import { serveSockets } from './sockets.mjs'

const tuned = process.env.LIMIT_MODE === 'tuned'
const dataDir = process.env.CAIRN_DATA_DIR ?? './data'
mkdirSync(dataDir, { recursive: true })
const { db, statements: sql } = openDatabase(join(dataDir, 'limit.db'))
const write = tuned ? commitInGroups(db) : commitEach(db)
const now = () => new Date().toISOString()

// ---- who is calling, and whose plan is it ----
const users = new Map()
const names = new Map()
const hash = (token) => createHash('sha256').update(token).digest()

function userOf(authorization) {
  const token = authorization?.slice('Bearer '.length) ?? ''
  const known = users.get(token) ?? sql.sessionUser.get(hash(token))?.user_id
  if (known) users.set(token, known)
  return known
}
const owns = (userId, planId) => sql.planOwner.get(planId)?.owner_id === userId

// ---- a plan's bytes ----
const kept = new Map()

function planBytes(planId) {
  const known = kept.get(planId)
  if (known) return known
  const rows = sql.listNodes.all(planId).map((row) => nodeReply(planId, row))
  const made = { bytes: Buffer.from(JSON.stringify(rows)), etag: `"${randomUUID()}"` }
  if (tuned) kept.set(planId, made)
  return made
}

const app = fastify({ logger: false })
const publish = serveSockets(app.server, { userOf, mayRead: owns })
const changed = (planId, event) => {
  kept.delete(planId)
  publish(planId, event)
}
app.addHook('onClose', async () => db.close())
app.get('/healthz', async () => ({ status: 'ok' }))

app.post('/api/auth/register', async ({ body }, reply) => {
  const user = { id: randomUUID(), email: body.email, name: body.name }
  const token = randomUUID()
  await write(() => {
    sql.addUser.run(user.id, user.email, user.name)
    sql.addSession.run(hash(token), user.id)
  })
  names.set(user.id, user.name)
  reply.code(201)
  return { user, session: { access_token: token } }
})

app.register(async (signedIn) => {
  signedIn.addHook('onRequest', async (request, reply) => {
    request.userId = userOf(request.headers.authorization)
    if (!request.userId) return reply.code(401).send({ error: 'Not signed in', code: 'unauthorized' })
    const { planId } = request.params
    if (planId && !owns(request.userId, planId)) return reply.code(404).send({ error: 'Plan not found' })
  })

  signedIn.get('/api/plans', async ({ userId, query }) =>
    sql.listPlans.all(userId, Math.min(100, Number(query.limit ?? 10))).map((row) => planReply(names.get(userId), row)),
  )

  signedIn.post('/api/plans', async ({ userId, body }, reply) => {
    const id = randomUUID()
    const at = now()
    await write(() => sql.addPlan.run(id, userId, body.title, body.description, body.status, at, at))
    reply.code(201)
    return { id, title: body.title }
  })

  signedIn.get('/api/plans/:planId/nodes', async ({ params, headers }, reply) => {
    const { bytes, etag } = planBytes(params.planId)
    reply.header('etag', etag)
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(bytes)
  })

  signedIn.post('/api/plans/:planId/nodes', async ({ params: { planId }, body, userId }, reply) => {
    const id = randomUUID()
    const at = now()
    const parent = body.parent_id ?? null
    const index = await write(() => {
      const { next } = sql.nextIndex.get(planId, parent)
      sql.addNode.run(id, planId, parent, body.title, body.node_type, body.status, next, at, at)
      sql.addActivity.run(planId, id, userId, 'node_created', body.title, at)
      return next
    })
    const node = nodeReply(planId, {
      ...body,
      id,
      parent_id: parent,
      order_index: index,
      created_at: at,
      updated_at: at,
    })
    changed(planId, { kind: 'node.created', node })
    reply.code(201)
    return node
  })

  signedIn.put('/api/plans/:planId/nodes/:nodeId/status', async ({ params, body, userId }, reply) => {
    const { planId, nodeId } = params
    const at = now()
    const row = await write(() => {
      if (!sql.setStatus.run(body.status, at, nodeId, planId).changes) return undefined
      sql.addActivity.run(planId, nodeId, userId, 'status_change', body.status, at)
      return sql.node.get(nodeId, planId)
    })
    if (!row) return reply.code(404).send({ error: 'Node not found' })
    const node = nodeReply(planId, row)
    changed(planId, { kind: 'node.saved', node })
    return node
  })

  signedIn.post('/api/plans/:planId/nodes/:nodeId/log', async ({ params, body, userId }, reply) => {
    const { planId, nodeId } = params
    const at = now()
    const id = await write(() => {
      if (!sql.node.get(nodeId, planId)) return undefined
      return sql.addActivity.run(planId, nodeId, userId, body.log_type, body.content, at).lastInsertRowid
    })
    if (id === undefined) return reply.code(404).send({ error: 'Node not found' })
    publish(planId, { kind: 'log.added', node_id: nodeId, content: body.content })
    reply.code(201)
    return {
      id: String(id),
      node_id: nodeId,
      content: body.content,
      log_type: body.log_type,
      tags: body.tags,
      created_at: at,
    }
  })
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST ?? '127.0.0.1' })
process.once('SIGTERM', () => app.close().then(() => process.exit(0)))
