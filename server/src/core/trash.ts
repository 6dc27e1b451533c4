import { TRASH_DAYS } from '@cairn/contract/api/common'
import { DAY_MS, plusMs } from '../base/units.ts'
import type { Ctx } from './ctx.ts'

/** What was deleted earlier is being purged and cannot be restored. */
export const trashedSince = ({ now }: Pick<Ctx, 'now'>): string => plusMs(now, -TRASH_DAYS * DAY_MS)
