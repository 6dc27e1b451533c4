// A plan as an outline that people edit.
import { type OutlinePreview, planOutlineApi } from '@cairn/contract/api/planOutline'
import { ApiError } from '../lib/api.ts'
import { upload } from '../lib/upload.ts'
import { exportPlan } from './transfer.ts'

/** The plan as an outline. Throws an `ApiError`, or the signal's reason. */
export const loadOutline = async (planId: string, signal: AbortSignal): Promise<string> =>
  (await exportPlan(planId, 'markdown', signal)).text()

interface Edited {
  planId: string
  text: string
  /** Whether nodes that the outline lacks move to the trash. */
  remove: boolean
}

/** What the outline would change. Throws an `ApiError`, or the signal's reason. */
export const previewOutline = (edited: Edited, signal: AbortSignal): Promise<OutlinePreview> =>
  sendOutline(edited, { signal })

/** Changes the plan as previewed. `change` is the step of undo. Throws an `ApiError`. */
export async function applyOutline(
  edited: Edited,
  revision: number,
): Promise<{ preview: OutlinePreview; change: number | null }> {
  let change: number | null = null
  const preview = await sendOutline(edited, {
    query: { dry_run: 'false', expected_revision: `${revision}` },
    onChange: (made) => {
      change = made
    },
  })
  return { preview, change }
}

/** The new preview of a plan that has changed since the last one; undefined for other errors. */
export const newPreviewIn = (error: unknown): OutlinePreview | undefined =>
  error instanceof ApiError && error.code === 'plan_changed' ? (error.details as OutlinePreview) : undefined

async function sendOutline(
  { planId, text, remove }: Edited,
  {
    query = {},
    ...options
  }: { query?: Record<string, string>; signal?: AbortSignal; onChange?: (change: number | null) => void },
): Promise<OutlinePreview> {
  const reply = await upload(planOutlineApi.changeByOutline, {
    params: { planId },
    query: { ...query, remove: `${remove}` },
    field: 'file',
    file: new File([text], 'outline.md', { type: 'text/markdown' }),
    onProgress: () => {},
    ...options,
  })
  if (!reply) throw new ApiError(200, 'invalid_reply', 'Invalid response from server')
  return reply
}
