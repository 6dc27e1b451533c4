import { PLAN_FILE_FORMAT } from '@cairn/contract/api/transfer'
import { readOwn } from './import.cairn.ts'
import { readDocument } from './import.document.ts'
import { type Problems, type ReadPlan, Unreadable } from './import.read.ts'
import { readTrello } from './import.trello.ts'
import type { Entries } from './import.zip.ts'

/**
 * A plan of this product, or a board of Trello. `entries` are those of the ZIP file that the JSON came in; null if it
 * came alone.
 */
export async function readJson(
  bytes: Buffer,
  title: string,
  problems: Problems,
  entries: Entries | null,
): Promise<ReadPlan> {
  const document = await readDocument(bytes)
  if (document.fields.get('format') === PLAN_FILE_FORMAT) return readOwn(document, problems, entries)
  if (document.lists.has('cards') && document.lists.has('lists')) return readTrello(document, title, problems)
  throw new Unreadable(`The JSON is neither a plan (format "${PLAN_FILE_FORMAT}") nor a Trello board`, 1, 'format')
}
