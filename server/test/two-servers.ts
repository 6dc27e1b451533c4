// Two servers on one database. SQLite has only one server, so there PostgreSQL's messages are simulated.
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { parseConfig } from '../src/base/config.ts'
import type { Notifications } from '../src/db/notify.ts'
import type { Store } from '../src/db/open.ts'
import { openFileStore } from '../src/providers/files.ts'
import { openTestStore } from './database.ts'
import { testApp } from './factory.ts'
import { removeFolder, storeFolder } from './folder.ts'

/** The store of a server that dies before it notifies the others. */
export const muted = (store: Store): Store => ({
  ...store,
  notifications: store.notifications && { ...store.notifications, send: async () => {} },
})

interface StandIn extends Notifications {
  breakLinks(): void
}

function standIn(): StandIn {
  type Ears = Parameters<Notifications['listen']>[0]
  const listening = new Set<Ears>()
  return {
    send: async (texts) => {
      for (const text of texts) for (const ears of listening) ears.text(text)
    },
    listen: async (ears) => {
      listening.add(ears)
      return { close: async () => void listening.delete(ears) }
    },
    breakLinks: () => {
      for (const ears of [...listening]) {
        listening.delete(ears)
        ears.lost(new Error('The test closed the connection.'))
      }
    },
  }
}

/** Both servers use the same file store. */
export async function twoServers() {
  const dataDir = storeFolder()
  const opened = await openTestStore(dataDir)
  const files = await openFileStore(parseConfig({ CAIRN_DATA_DIR: dataDir }))
  onTestFinished(async () => {
    await opened.close()
    removeFolder(dataDir)
  })
  const messages = opened.notifications ? null : standIn()
  const store: Store = { ...opened, notifications: opened.notifications ?? messages }
  const env = { LOG_LEVEL: 'silent' }
  const [one, two] = [await testApp({ store, files, env }), await testApp({ store, files, env })]
  const breakLinks = async () => {
    if (messages) messages.breakLinks()
    else
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where query = 'listen "cairn_' || current_schema() || '"'`.execute(store.reader)
  }
  const mute = await testApp({ store: muted(store), files, env })
  return { one, two, mute, breakLinks }
}
