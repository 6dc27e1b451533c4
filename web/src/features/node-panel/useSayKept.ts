import { useNavigate } from 'react-router'
import { sayKept } from '../../actions/failedSave.ts'
import { type LinkedTab, nodeLink } from '../../lib/nodeLink.ts'
import { getSession } from '../../lib/session.ts'

interface Place {
  planId: string
  nodeId: string
  /** The tab that has the text. */
  tab?: LinkedTab
}

/** Returns a function that reports a text that was not saved, with a way back to it. The text must be a draft. */
export function useSayKept({ planId, nodeId, tab }: Place) {
  const navigate = useNavigate()
  const userId = getSession()?.user.id
  return (what: string, reason: string) => {
    // After the end of the session, /login says so.
    if (getSession()?.user.id !== userId) return
    const open = () => void navigate(nodeLink(planId, nodeId, tab))
    sayKept(what, reason, { id: `kept-${nodeId}-${what}`, open })
  }
}
