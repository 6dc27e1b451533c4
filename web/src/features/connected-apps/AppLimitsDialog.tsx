import type { ConnectedApp } from '@cairn/contract/api/apps'
import { useSetAppLimits } from '../../data/apps.ts'
import { toast } from '../../ui/Toast.tsx'
import { LimitsDialog } from '../credential-limits/LimitsDialog.tsx'

export function AppLimitsDialog({ app, onClose }: { app: ConnectedApp; onClose: () => void }) {
  const save = useSetAppLimits(app.id)
  const onSuccess = () => {
    toast.success('Limits saved')
    onClose()
  }
  return (
    <LimitsDialog
      name={app.name}
      limits={app}
      canWrite={app.scope !== 'read'}
      save={{ ...save, mutate: (limits) => save.mutate(limits, { onSuccess }) }}
      onClose={onClose}
    />
  )
}
