import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../data/auth.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Where a server that sends no mail keeps what it would have sent. */
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
