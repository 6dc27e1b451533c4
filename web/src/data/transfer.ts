// Plans as files.
import { type ExportFormat, type ImportPreview, transferApi } from '@cairn/contract/api/transfer'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, send } from '../lib/api.ts'
import { upload } from '../lib/upload.ts'
import { planQuery } from './plan.ts'
import { plansQuery } from './plans.ts'

/** Loads a plan as a file. Throws an `ApiError`, or the signal's reason. */
export async function exportPlan(planId: string, format: ExportFormat, signal: AbortSignal): Promise<Blob> {
  const response = await send(transferApi.export, { params: { planId }, query: { format } }, { signal })
  return response.blob()
}

/** What importing the file would create. Throws an `ApiError`, or the signal's reason. */
export async function previewImport(file: File, signal: AbortSignal): Promise<ImportPreview> {
  const reply = await upload(transferApi.previewImport, { field: 'file', file, signal, onProgress: () => {} })
  if (!reply) throw new ApiError(200, 'invalid_reply', 'Invalid response from server')
  return reply
}

/** Creates a plan from a file. A retry with the same key creates no second one. */
export function useImportPlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, key }: { file: File; key: string }) => {
      const plan = await upload(transferApi.import, { field: 'file', file, key, onProgress: () => {} })
      if (!plan) throw new ApiError(200, 'invalid_reply', 'Invalid response from server')
      return plan
    },
    onSuccess: (plan) => {
      cache.setQueryData(planQuery(plan.id).queryKey, plan)
      return cache.invalidateQueries({ queryKey: plansQuery.queryKey, refetchType: 'none' })
    },
  })
}
