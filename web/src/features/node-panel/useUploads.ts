import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { artifactsQuery, uploadFile } from '../../data/artifacts.ts'
import { messageOf } from '../../lib/api.ts'

export interface Upload {
  id: number
  name: string
  /** 0 to 100. */
  percent: number
  error: string | null
}

interface Running {
  file: File
  abort: AbortController
}

/** Files on their way to a node: how far each is, and what went wrong. Kept by the panel, so that they go on behind another tab. */
export function useUploads(planId: string, nodeId: string) {
  const cache = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = useRef(new Map<number, Running>())
  const nextId = useRef(1)

  const patch = (id: number, change: Partial<Upload>) =>
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
  const drop = (id: number) => {
    running.current.delete(id)
    setUploads((now) => now.filter((upload) => upload.id !== id))
  }

  const send = async (id: number) => {
    const run = running.current.get(id)
    if (!run) return
    patch(id, { error: null, percent: 0 })
    try {
      const artifact = await uploadFile({
        planId,
        nodeId,
        file: run.file,
        onProgress: (share) => patch(id, { percent: Math.round(share * 100) }),
        signal: run.abort.signal,
      })
      cache.setQueryData(
        artifactsQuery(planId, nodeId).queryKey,
        (list) => list && [artifact, ...list.filter((known) => known.id !== artifact.id)],
      )
      drop(id)
    } catch (error) {
      if (!run.abort.signal.aborted) patch(id, { error: messageOf(error, 'Failed to upload the file') })
    }
  }
  return {
    uploads,
    add: (files: Iterable<File>) => {
      for (const file of files) {
        const id = nextId.current++
        running.current.set(id, { file, abort: new AbortController() })
        setUploads((now) => [...now, { id, name: file.name, percent: 0, error: null }])
        void send(id)
      }
    },
    retry: (id: number) => void send(id),
    cancel: (id: number) => {
      running.current.get(id)?.abort.abort()
      drop(id)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
