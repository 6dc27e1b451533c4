import type { Migration } from 'kysely'
import * as first from './20261122-first.ts'

/** Every migration in order; a new one is added at the end and none is edited once released. */
export const migrations: Record<string, Migration> = {
  '20261122-first': first,
}
