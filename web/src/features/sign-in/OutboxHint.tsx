import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../data/auth.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Where a server that sends no mail keeps what it would have sent. */
export function OutboxHint() {
  const { data: config } = useQuery(configQuery)
  if (config?.mail !== false) return null
  return (
    <Notice>
      This server has no mail service yet. It keeps the mail, with its link, in the <code>outbox</code> folder of its
      data: whoever runs the server can open it there.
    </Notice>
  )
}
