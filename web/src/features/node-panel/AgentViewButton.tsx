import { Eye } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazyPart.ts'
import { Button } from '../../ui/Button.tsx'

const AgentView = lazyPart(() => import('./AgentView.tsx'), 'AgentView')

interface Props {
  planId: string
  nodeId: string
}

/** Opens what an agent reads about the node; its code and its text load only then. */
export function AgentViewButton({ planId, nodeId }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Eye size={16} aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={AgentView.preload}
        onFocus={AgentView.preload}
        onClick={() => setOpen(true)}
      >
        What an agent sees
      </Button>
      {isOpen && (
        <Suspense>
          <AgentView planId={planId} nodeId={nodeId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
