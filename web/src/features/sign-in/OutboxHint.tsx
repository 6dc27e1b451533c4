import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../data/auth.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Says where to find emails on a server that cannot send them. */
export function OutboxHint() {
  const { data: config } = useQuery(configQuery)
  if (config?.mail !== false) return null
  return (
    <Notice>
      This server isn’t set up to send email. The message is in the <code>outbox</code> folder of its data directory,
      where an administrator can open it.
    </Notice>
  )
}
