// Forwards JSON-RPC messages to a server over Streamable HTTP, in both eras of MCP.

const META = 'io.modelcontextprotocol/'
const SESSION = 'mcp-session-id'
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const SERVER_ERROR = -32_000

/**
 * @typedef {{ jsonrpc?: string, id?: string | number | null, method?: string, params?: Record<string, unknown> }} Message
 * @typedef {{ endpoint: URL, token: string, send: (message: unknown) => void, fetch?: typeof fetch }} Options
 */

/**
 * The `/mcp` of a server; null if the address is none.
 *
 * @param {string | undefined} address
 */
export function endpointOf(address) {
  if (!address || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const path = url.pathname.replace(/\/+$/, '')
  url.pathname = path.endsWith('/mcp') ? path : `${path}/mcp`
  url.search = ''
  url.hash = ''
  return url
}

export class Forwarder {
  /** @type {Options} */
  #options
  /** What the handshake agreed on; null before it and in the era without one. @type {string | null} */
  #version = null
  /** @type {string | null} */
  #session = null
  /** Calls without an answer yet, by their id. @type {Map<string | number, AbortController>} */
  #open = new Map()
  /** The handshake, which later messages wait for. @type {Promise<void>} */
  #handshake = Promise.resolve()
  /** Calls whose answers never end, because they only notify. @type {Set<string | number>} */
  #streams = new Set()
  #isClosed = false

  /** @param {Options} options */
  constructor(options) {
    this.#options = options
  }

  /**
   * Sends one line of the assistant to the server, and the answers back. Never throws.
   *
   * @param {string} line
   */
  async forward(line) {
    /** @type {Message} */
    let message
    try {
      message = JSON.parse(line)
    } catch {
      this.#options.send(failure(null, PARSE_ERROR, 'The message is not valid JSON.'))
      return
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      this.#options.send(failure(null, INVALID_REQUEST, 'The message must be one JSON-RPC object.'))
      return
    }
    if (message.method === 'notifications/cancelled') this.#cancel(message.params?.requestId)
    const before = this.#handshake
    const done = before.then(() => this.#exchange(message, line))
    if (message.method === 'initialize') this.#handshake = done
    await done
  }

  /** Ends what would wait for the server for ever: streams that only notify, also those that still wait for the handshake. */
  close() {
    this.#isClosed = true
    for (const [id, call] of this.#open) if (this.#streams.has(id)) call.abort()
  }

  /** @param {unknown} id */
  #cancel(id) {
    if (typeof id === 'string' || typeof id === 'number') this.#open.get(id)?.abort()
  }

  /**
   * @param {Message} message
   * @param {string} body
   */
  async #exchange(message, body) {
    const { endpoint, token, send, fetch: request = fetch } = this.#options
    const { id, method } = message
    const isCall = (typeof id === 'string' || typeof id === 'number') && method !== undefined
    const isStream = isCall && method === 'subscriptions/listen'
    if (isStream && this.#isClosed) return
    const call = new AbortController()
    if (isCall) this.#open.set(id, call)
    if (isStream) this.#streams.add(id)
    try {
      const reply = await request(endpoint, {
        method: 'POST',
        // A redirect could lead the token elsewhere.
        redirect: 'error',
        signal: call.signal,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
          ...this.#protocolHeaders(message),
        },
        body,
      })
      if (!reply.ok) {
        const said = await readFailure(reply)
        if (isCall) send('jsonrpc' in said ? { ...said, id } : failure(id, SERVER_ERROR, said.message))
        return
      }
      for await (const answer of answersIn(reply)) {
        if (method === 'initialize') this.#agree(answer, reply)
        send(answer)
      }
    } catch (error) {
      if (!call.signal.aborted && isCall) send(failure(id, SERVER_ERROR, unusable(endpoint, error)))
    } finally {
      if (isCall) {
        this.#open.delete(id)
        this.#streams.delete(id)
      }
    }
  }

  /**
   * @param {{ result?: { protocolVersion?: string } }} answer
   * @param {Response} reply
   */
  #agree(answer, reply) {
    this.#version = answer.result?.protocolVersion ?? null
    this.#session = reply.headers.get(SESSION)
  }

  /**
   * Without a handshake each message names its revision, and the headers repeat what the body says.
   *
   * @param {Message} message
   * @returns {Record<string, string>}
   */
  #protocolHeaders({ method, params = {} }) {
    const meta = /** @type {Record<string, unknown>} */ (params._meta ?? {})
    const version = meta[`${META}protocolVersion`]
    if (typeof version !== 'string')
      return {
        ...(this.#version !== null && method !== 'initialize' && { 'mcp-protocol-version': this.#version }),
        ...(this.#session !== null && { [SESSION]: this.#session }),
      }
    const name = params.name ?? params.uri
    return {
      'mcp-protocol-version': version,
      ...(method !== undefined && { 'mcp-method': method }),
      ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
    }
  }
}

/** Text that a header cannot carry is encoded. @param {string} text */
const headerValue = (text) =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

/**
 * What a failed request says: a JSON-RPC error, or a text.
 *
 * @param {Response} reply
 * @returns {Promise<{ message: string } & Record<string, unknown>>}
 */
async function readFailure(reply) {
  const text = await reply.text()
  try {
    const body = JSON.parse(text)
    if (body?.jsonrpc === '2.0' && body.error) return body
  } catch {
    // A proxy answered.
  }
  return { message: `The server answered ${reply.status}: ${text.slice(0, 500)}` }
}

/**
 * The messages of a reply: one as JSON, or a stream of them.
 *
 * @param {Response} reply
 */
async function* answersIn(reply) {
  const type = reply.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) yield* eventsIn(reply)
  else {
    const text = await reply.text()
    if (text !== '') yield parsed(text)
  }
}

/** @param {Response} reply */
async function* eventsIn({ body }) {
  if (!body) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    const events = rest.split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
      const text = data.map((line) => line.slice(5).replace(/^ /, '')).join('\n')
      if (text !== '') yield parsed(text)
    }
  }
}

class InvalidAnswer extends Error {}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidAnswer(`The answer is not valid JSON: ${text.slice(0, 500)}`)
  }
}

/**
 * @param {string | number | null} id
 * @param {number} code
 * @param {string} message
 */
const failure = (id, code, message) => ({ jsonrpc: '2.0', id, error: { code, message } })

/**
 * @param {URL} endpoint
 * @param {unknown} error
 */
function unusable(endpoint, error) {
  const { message, cause } = /** @type {Error} */ (error)
  if (error instanceof InvalidAnswer) return `${endpoint.origin}: ${message}`
  const reason = cause instanceof Error ? cause.message || /** @type {{ code?: string }} */ (cause).code : message
  return `Cannot reach ${endpoint.origin}: ${reason}`
}
