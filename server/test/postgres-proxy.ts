// A way to PostgreSQL that a test can cut.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  /** The given address, by way of the proxy. */
  url: string
  /** How many commits were asked for. */
  commits(): number
  /** Breaks all connections and refuses new ones until `open`. */
  close(): void
  open(): void
  /** At the next commit breaks the connection, before PostgreSQL receives it or after it is done. */
  breakCommit(when: 'before' | 'after'): void
  end(): Promise<void>
}

const COMMIT = 'commit\0'
/** How PostgreSQL answers it. */
const COMMITTED = 'COMMIT\0'

export async function proxyTo(url: string): Promise<Proxy> {
  const target = new URL(url)
  const links = new Set<Socket>()
  let commits = 0
  let isOpen = true
  let breaking: 'before' | 'after' | null = null

  const server = createServer((client) => {
    if (!isOpen) return void client.destroy()
    const database = connect(Number(target.port), target.hostname)
    let isDeaf = false
    let unheard = ''
    const end = () => {
      client.destroy()
      database.destroy()
      links.delete(client)
    }
    links.add(client)
    for (const socket of [client, database]) socket.on('error', end).on('close', end)
    client.on('data', (data: Buffer) => {
      if (data.includes(COMMIT)) {
        commits++
        if (breaking === 'before') {
          breaking = null
          return end()
        }
        isDeaf = breaking === 'after'
      }
      database.write(data)
    })
    database.on('data', (data) => {
      if (!isDeaf) return void client.write(data)
      // Replies to earlier statements may come first. This one confirms the commit and is not delivered.
      unheard += data.toString('latin1')
      if (!unheard.includes(COMMITTED)) return
      breaking = null
      end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = new URL(url)
  own.hostname = '127.0.0.1'
  own.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const link of links) link.destroy()
  }
  return {
    url: own.href,
    commits: () => commits,
    close: () => {
      isOpen = false
      cut()
    },
    open: () => {
      isOpen = true
    },
    breakCommit: (when) => {
      breaking = when
    },
    end: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => resolve())
      }),
  }
}
