import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

const PARAM = 'node'

/** The node that is open, kept in the address: opening is a step that Back undoes, going to another node is none. */
export function useSelectedNode() {
  const location = useLocation()
  const navigate = useNavigate()
  const selectedId = new URLSearchParams(location.search).get(PARAM)
  const latest = useRef({ location, selectedId })
  latest.current = { location, selectedId }

  const go = useCallback(
    (id: string | null, options: { replace: boolean; state: unknown }) => {
      const search = new URLSearchParams(latest.current.location.search)
      if (id === null) search.delete(PARAM)
      else search.set(PARAM, id)
      void navigate({ search: search.toString() }, options)
    },
    [navigate],
  )
  const open = useCallback(
    (id: string) => {
      const { location: at, selectedId: current } = latest.current
      if (id === current) return
      if (current === null) go(id, { replace: false, state: { hasOpened: true } })
      else go(id, { replace: true, state: at.state })
    },
    [go],
  )
  const close = useCallback(() => {
    const { location: at, selectedId: current } = latest.current
    if (current === null) return
    // The step that opened it is undone; who came by a link stays on the plan.
    if ((at.state as { hasOpened?: boolean } | null)?.hasOpened) void navigate(-1)
    else go(null, { replace: true, state: null })
  }, [go, navigate])
  return { selectedId, open, close }
}
