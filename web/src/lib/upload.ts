// Uploads with progress, which `fetch` cannot report.
import type { Endpoint } from '@cairn/contract/api/common'
import { ApiError, apiUrl, type CallReply, forgetSession, refusal } from './api.ts'
import { changeOf, reportChange } from './changes.ts'
import { getSession } from './session.ts'

/** The longest time without progress. An upload may take longer in total. */
const STALLED_MS = 30_000
/** The longest time until the reply once everything was sent: imports of others may come first. */
const ANSWER_MS = 180_000

interface Upload {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  /** The form field of the file. */
  field: string
  file: File
  /** 0 to 1. */
  onProgress: (share: number) => void
  signal?: AbortSignal
  /** The same key for a retry of the same file, so that the server stores it once. */
  key?: string
  /** Called with the number of the change that a successful reply names; null if nothing changed. */
  onChange?: (change: number | null) => void
}

/** Uploads one file. Returns the reply, or `undefined` without JSON. Throws an `ApiError` or the signal's reason. */
export function upload<E extends Endpoint>(
  endpoint: E,
  { params, query, field, file, onProgress, signal, key, onChange }: Upload,
): Promise<CallReply<E> | undefined> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const token = getSession()?.access_token
    let stalled: ReturnType<typeof setTimeout> | undefined
    const abort = () => request.abort()
    const waitAtMost = (ms: number) => {
      clearTimeout(stalled)
      stalled = setTimeout(abort, ms)
    }
    const finish = () => {
      clearTimeout(stalled)
      signal?.removeEventListener('abort', abort)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      waitAtMost(STALLED_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.upload.onload = () => waitAtMost(ANSWER_MS)
    request.onload = () => {
      finish()
      const reply = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) {
        const headers = { get: (name: string) => request.getResponseHeader(name) }
        reportChange(endpoint, params, headers)
        onChange?.(changeOf(headers))
        return resolve(reply as CallReply<E> | undefined)
      }
      if (request.status === 401) forgetSession(token)
      reject(refusal(request.status, reply))
    }
    request.onerror = () => {
      finish()
      reject(new ApiError(0, 'network', 'Cannot reach the server. Check your connection and try again.'))
    }
    request.onabort = () => {
      finish()
      reject(signal?.aborted ? signal.reason : new ApiError(0, 'timeout', 'The upload stalled. Please try again.'))
    }
    signal?.addEventListener('abort', abort)
    request.open(endpoint.method, apiUrl(endpoint, params, query))
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    if (key) request.setRequestHeader('idempotency-key', key)
    const form = new FormData()
    form.append(field, file)
    waitAtMost(STALLED_MS)
    request.send(form)
  })
}

/** Returns `undefined` if a proxy replied without JSON. The status is enough then. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
