// Plans as files.
import { type ExportFormat, transferApi } from '@cairn/contract/api/transfer'
import { send } from '../lib/api.ts'

/** Loads a plan as a file. Throws an `ApiError`, or the signal's reason. */
export async function exportPlan(planId: string, format: ExportFormat, signal: AbortSignal): Promise<Blob> {
  const response = await send(transferApi.export, { params: { planId }, query: { format } }, { signal })
  return response.blob()
}
