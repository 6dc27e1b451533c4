import { HOUR_MS } from '../../base/units.ts'
import type { Services } from '../../core/services.ts'
import { isFailure } from '../../providers/ai.ts'

/**
 * Runs a call of the AI service and counts it against the person's hourly limit. 429 beyond the limit. A failure of the
 * service does not count.
 */
export async function counted<T>(
  { attempts, store }: Pick<Services, 'attempts' | 'store'>,
  { key, max }: { key: string; max: number },
  ask: () => Promise<T>,
): Promise<T> {
  const attempt = await attempts.count([{ key, max, window_ms: HOUR_MS }])
  return ask().catch(async (error: unknown) => {
    if (isFailure(error)) await store.write((tx) => attempts.refund(tx, attempt))
    throw error
  })
}
