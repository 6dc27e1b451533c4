import { type Artifact, artifactsApi } from '@cairn/contract/api/artifacts'
import { UPLOAD_MAX_BYTES } from '@cairn/contract/api/common'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, callWithHeaders } from '../lib/api.ts'
import { changeOf } from '../lib/changes.ts'
import { upload } from '../lib/upload.ts'
import { activityQuery } from './activity.ts'

/** Signed URLs are valid for 10 minutes; a visible list is refetched before they expire. */
const FRESH_MS = 5 * 60_000
const SIGNATURES_MS = 8 * 60_000

/** Files and links of a node, newest first. */
export const artifactsQuery = (planId: string, nodeId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'node', nodeId, 'artifacts'],
    queryFn: ({ signal }) => call(artifactsApi.list, { params: { planId, nodeId }, signal }),
    staleTime: FRESH_MS,
    refetchInterval: SIGNATURES_MS,
  })

interface Upload {
  planId: string
  nodeId: string
  file: File
  /** The idempotency key, the same for every attempt to upload this file. */
  key: string
  /** 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads one file and reports progress. Throws an `ApiError`, or the signal's reason. */
export async function uploadFile({ planId, nodeId, file, key, onProgress, signal }: Upload): Promise<Artifact> {
  if (file.size > UPLOAD_MAX_BYTES)
    throw new ApiError(413, 'too_large', `Files can be up to ${UPLOAD_MAX_BYTES / 1024 / 1024} MB.`)
  const artifact = await upload(artifactsApi.create, {
    params: { planId, nodeId },
    field: 'file',
    file,
    key,
    onProgress,
    signal,
  })
  if (!artifact) throw new ApiError(200, 'invalid_reply', 'Invalid response from server')
  return artifact
}

/** Renames and deletes files. The list changes immediately and is refetched afterwards. */
export function useArtifacts(planId: string, nodeId: string) {
  const cache = useQueryClient()
  const { queryKey } = artifactsQuery(planId, nodeId)
  const find = (id: string) => cache.getQueryData(queryKey)?.find((item) => item.id === id)
  const show = ({ id, name }: Pick<Artifact, 'id' | 'name'>) =>
    cache.setQueryData(queryKey, (list) => list?.map((item) => (item.id === id ? { ...item, name } : item)))
  const refetch = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey }),
      cache.invalidateQueries({ queryKey: activityQuery(planId, nodeId).queryKey }),
    ])
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(artifactsApi.update, { params: { planId, nodeId, artifactId: id }, body: { name } }),
    onMutate: ({ id, name }) => {
      const before = find(id)
      show({ id, name })
      return before
    },
    onError: (_error, _input, before) => before && show(before),
    onSettled: refetch,
  })
  const remove = useMutation({
    /** Returns the change, for undo. */
    mutationFn: async (id: string) => {
      const { headers } = await callWithHeaders(artifactsApi.delete, { params: { planId, nodeId, artifactId: id } })
      return { change: changeOf(headers) }
    },
    onMutate: (id) => {
      const before = find(id)
      cache.setQueryData(queryKey, (list) => list?.filter((item) => item.id !== id))
      return before
    },
    onError: (_error, _id, before) =>
      cache.setQueryData(
        queryKey,
        (list) => list && before && [...list, before].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)),
      ),
    onSettled: refetch,
  })
  return { rename, remove, readAgain: refetch }
}

/** The content of an uploaded file, for its preview. Its signed URL changes, its content does not. */
export const fileContentQuery = ({ id, download_url }: Pick<Artifact, 'id' | 'download_url'>) =>
  queryOptions({
    queryKey: ['file', id],
    queryFn: async ({ signal }): Promise<Blob> => {
      const response = await fetch(download_url, { signal })
      if (!response.ok) throw new ApiError(response.status, `http_${response.status}`, 'Failed to read file')
      return response.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
