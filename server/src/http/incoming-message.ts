import { IncomingMessage } from 'node:http'

const ASKS = Symbol('asks to upgrade')

/**
 * A request of which Node upgrades only those to WebSockets. It may ignore every other offer (RFC 9110, 7.8), such as
 * that of HTTP/2 by Java's default client, and otherwise leaves all of them to the live channel, which can only refuse.
 */
export class CairnRequest extends IncomingMessage {
  [ASKS]: boolean | null = null

  get upgrade(): boolean {
    return this[ASKS] === true && (this.method === 'CONNECT' || this.headers.upgrade?.toLowerCase() === 'websocket')
  }

  set upgrade(asks: boolean | null) {
    this[ASKS] = asks
  }
}
