import { TRASH_DAYS } from '@cairn/contract/api/common'
import { DAY_MS } from '../base/units.ts'
import type { Ctx } from './ctx.ts'

/** What was deleted earlier is being purged and cannot be restored. */
export const trashedSince = ({ now }: Pick<Ctx, 'now'>): string =>
  new Date(Date.parse(now) - TRASH_DAYS * DAY_MS).toISOString()
