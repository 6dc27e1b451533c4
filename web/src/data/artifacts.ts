import { type Artifact, artifactsApi } from '@cairn/contract/api/artifacts'
import { UPLOAD_MAX_BYTES } from '@cairn/contract/api/common'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, apiUrl, call, forgetSession, refusal } from '../lib/api.ts'
import { getSession } from '../lib/session.ts'
import { activityQuery } from './activity.ts'

/** Signed addresses last 10 minutes: the list is read again before they end, as long as it is on the screen. */
const FRESH_MS = 5 * 60_000
const SIGNATURES_MS = 8 * 60_000
/** An upload may take as long as it needs, but not stand still for longer than this (decisions 8). */
const STALLED_MS = 30_000

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
  /** 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends one file, telling how far it is; `fetch` cannot do that. Throws an `ApiError`, or the signal's reason. */
export function uploadFile({ planId, nodeId, file, onProgress, signal }: Upload): Promise<Artifact> {
  if (file.size > UPLOAD_MAX_BYTES)
    throw new ApiError(413, 'too_large', `A file may have at most ${UPLOAD_MAX_BYTES / 1024 / 1024} MB.`)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const token = getSession()?.access_token
    let stalled: ReturnType<typeof setTimeout> | undefined
    const abort = () => request.abort()
    const progress = () => {
      clearTimeout(stalled)
      stalled = setTimeout(abort, STALLED_MS)
    }
    const finish = () => {
      clearTimeout(stalled)
      signal.removeEventListener('abort', abort)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      progress()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      finish()
      const reply = parse(request.responseText)
      if (request.status >= 200 && request.status < 300 && reply) return resolve(reply as Artifact)
      if (request.status === 401) forgetSession(token)
      reject(refusal(request.status, reply, request.statusText))
    }
    request.onerror = () => {
      finish()
      reject(new ApiError(0, 'network', 'Cannot reach the server. Check your connection and try again.'))
    }
    request.onabort = () => {
      finish()
      reject(signal.aborted ? signal.reason : new ApiError(0, 'timeout', 'The upload has stopped. Please try again.'))
    }
    signal.addEventListener('abort', abort)
    request.open(artifactsApi.create.method, apiUrl(artifactsApi.create, { planId, nodeId }))
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    const form = new FormData()
    form.append('file', file)
    progress()
    request.send(form)
  })
}

/** A proxy in between may answer something else than JSON; then the status says enough. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Renames and deletes; the list is changed at once and read again afterwards. */
export function useArtifacts(planId: string, nodeId: string) {
  const cache = useQueryClient()
  const { queryKey } = artifactsQuery(planId, nodeId)
  const readAgain = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey }),
      cache.invalidateQueries({ queryKey: activityQuery(planId, nodeId).queryKey }),
    ])
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(artifactsApi.update, { params: { planId, nodeId, artifactId: id }, body: { name } }),
    onMutate: ({ id, name }) =>
      cache.setQueryData(queryKey, (list) => list?.map((item) => (item.id === id ? { ...item, name } : item))),
    onSettled: readAgain,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(artifactsApi.delete, { params: { planId, nodeId, artifactId: id } }),
    onMutate: (id) => cache.setQueryData(queryKey, (list) => list?.filter((item) => item.id !== id)),
    onSettled: readAgain,
  })
  return { rename, remove, readAgain }
}
