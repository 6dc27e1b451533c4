import { CloudOff, RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useRouteError } from 'react-router'
import { messageOf } from '../lib/api.ts'
import { useOffline } from '../lib/connection.ts'
import { ChunkError } from '../lib/lazyCode.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { Button } from '../ui/Button.tsx'

/** Replaces a page that failed to load or render, and offers a reload or My Plans. */
export function ErrorPage() {
  const error = useRouteError()
  const isChunk = error instanceof ChunkError
  const title = isChunk ? error.message : 'Unexpected Application Error!'
  usePageTitle(title)
  const isOffline = useOffline()
  useReloadWhenBack(isChunk, isOffline)
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center">
      <span
        aria-hidden
        className="mb-1 inline-flex size-12 items-center justify-center rounded-full bg-idle-soft text-muted"
      >
        {isChunk ? <CloudOff size={22} /> : <TriangleAlert size={22} />}
      </span>
      <h1 className="font-semibold text-20">{title}</h1>
      <p className="max-w-100 text-balance text-muted">
        {isChunk
          ? isOffline
            ? 'You are offline. This page opens by itself once you are connected.'
            : 'Part of the app failed to load. Check your connection, or reload to get the latest version.'
          : messageOf(error, 'Something went wrong on this page. Your plans are safe.')}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={<RotateCw size={16} aria-hidden />} onClick={() => window.location.reload()}>
          Reload
        </Button>
        <Button asChild>
          <Link to="/plans" reloadDocument>
            Back to My Plans
          </Link>
        </Button>
      </div>
    </div>
  )
}

/** Minimum time between two automatic reloads. */
const RELOAD_AGAIN_MS = 60_000
const RELOADED_KEY = 'reloaded_at'

/** Reloads the page once the server is reachable again, if its code failed to load. */
function useReloadWhenBack(isChunk: boolean, isOffline: boolean): void {
  const [wasOffline, setWasOffline] = useState(false)
  useEffect(() => {
    if (isOffline) return setWasOffline(true)
    const last = Number(readStored(RELOADED_KEY))
    if (!isChunk || !wasOffline || Date.now() - last < RELOAD_AGAIN_MS) return
    if (writeStored(RELOADED_KEY, String(Date.now()))) window.location.reload()
  }, [isChunk, isOffline, wasOffline])
}
