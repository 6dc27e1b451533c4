import type { ApiToken } from '@cairn/contract/api/tokens'
import { useSetTokenLimits } from '../../data/tokens.ts'
import { toast } from '../../ui/Toast.tsx'
import { LimitsDialog } from '../credential-limits/LimitsDialog.tsx'

export function TokenLimitsDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const save = useSetTokenLimits(token.id)
  const onSuccess = () => {
    toast.success('Limits saved')
    onClose()
  }
  return (
    <LimitsDialog
      name={token.name}
      limits={token}
      canWrite={token.permissions.some((scope) => scope !== 'read')}
      save={{ ...save, mutate: (limits) => save.mutate(limits, { onSuccess }) }}
      onClose={onClose}
    />
  )
}
