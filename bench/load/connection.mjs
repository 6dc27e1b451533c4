// A keep-alive connection with one request at a time, like a browser tab or an agent. Bodies are counted, and read only
// on request, because the load generator shares the CPU with the measured server.
import { Client, FormData } from 'undici'

const TIMEOUT_MS = 60_000

/**
 * @typedef {{ method: string, path: string, body?: object | FormData, headers?: Record<string, string> }} Call
 * @typedef {{ status: number, headers: Record<string, string>, bytes: number, ms: number, text: string }} Reply
 */

/**
 * Opens a connection that sends every call with this bearer token. Calls reject when the connection breaks.
 * @param {{ origin: string, token?: string }} access
 */
export function openConnection({ origin, token }) {
  const client = new Client(origin, { pipelining: 1, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
  const authorization = token ? { authorization: `Bearer ${token}` } : {}

  /**
   * Resolves with any status; `text` is empty unless `read` is true.
   * @param {Call} call
   * @returns {Promise<Reply>}
   */
  const send = ({ method, path, body, headers }, read = false) =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const reply = { status: 0, headers: {}, bytes: 0, ms: 0, text: '' }
      const chunks = []
      const isForm = body instanceof FormData
      const json = body && !isForm && { 'content-type': 'application/json' }
      const sent = isForm ? body : body && JSON.stringify(body)
      client.dispatch(
        { method, path, body: sent, headers: { ...authorization, ...json, ...headers } },
        {
          onRequestStart() {},
          onResponseStart(_, status, replyHeaders) {
            reply.status = status
            reply.headers = replyHeaders
          },
          onResponseData(_, chunk) {
            reply.bytes += chunk.length
            if (read) chunks.push(chunk)
          },
          onResponseEnd() {
            reply.ms = performance.now() - started
            reply.text = Buffer.concat(chunks).toString()
            resolve(reply)
          },
          onResponseError(_, error) {
            reject(error)
          },
        },
      )
    })

  /**
   * Sends a call that must succeed and returns its JSON, undefined for an empty reply.
   * @param {Call} call
   * @returns {Promise<any>}
   */
  const ask = async (call) => {
    const { status, text } = await send(call, true)
    if (!isSuccess(status)) throw new Error(`${call.method} ${call.path} returned ${status}: ${text.slice(0, 300)}`)
    return text ? JSON.parse(text) : undefined
  }

  return { send, ask, close: () => client.destroy() }
}

/** A conditional read succeeds with 304. */
export const isSuccess = (status) => (status >= 200 && status < 300) || status === 304
