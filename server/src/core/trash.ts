import { TRASH_DAYS } from '@cairn/contract/api/common'
import { DAY_MS, MINUTE_MS, plusMs } from '../base/units.ts'
import type { Ctx } from './ctx.ts'

/** What was deleted earlier is being purged and cannot be restored. */
export const trashedSince = ({ now }: Pick<Ctx, 'now'>): string => plusMs(now, -TRASH_DAYS * DAY_MS)

/** `deleted_at` of a plan that someone deleted permanently: it only waits to be purged. */
export const FOR_GOOD = '0001-01-01T00:00:00.000Z'

/** `deleted_at` of a new plan whose content is being written. It is purged if that is never finished. */
export const FILLING = '0000-01-01T00:00:00.000Z'
/** A plan must be shown this long after its creation at the latest. */
export const FILLING_MS = 30 * MINUTE_MS
