import { TRASH_DAYS } from '@cairn/contract/api/common'
import type { Ctx } from './ctx.ts'

const DAY_MS = 86_400_000

/** What was deleted earlier is being purged and cannot be restored. */
export const trashedSince = ({ now }: Pick<Ctx, 'now'>): string =>
  new Date(Date.parse(now) - TRASH_DAYS * DAY_MS).toISOString()
