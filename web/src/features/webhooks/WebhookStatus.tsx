import type { Webhook } from '@cairn/contract/api/webhooks'
import { Badge, type Tone } from '../../ui/Badge.tsx'

const STATUS: Record<Webhook['status'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'done' },
  paused: { label: 'Paused', tone: 'idle' },
  disabled: { label: 'Disabled', tone: 'blocked' },
}

export function WebhookStatus({ webhook: { status, failing_since } }: { webhook: Webhook }) {
  if (status === 'active' && failing_since !== null) return <Badge tone="blocked">Failing</Badge>
  const { label, tone } = STATUS[status]
  return <Badge tone={tone}>{label}</Badge>
}
