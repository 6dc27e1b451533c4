import { Plus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Mark } from '../../ui/Mark.tsx'

/** What an empty plan shows in the place of its nodes; `onCreate` is absent for those who may not. */
export function PlanWelcome({ onCreate }: { onCreate?: () => void }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 overflow-y-auto px-6 py-14 text-center">
      <span className="mb-3 inline-flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Mark size={34} />
      </span>
      <h2 className="font-semibold text-20">{onCreate ? 'Lay the first stone' : 'Nothing here yet'}</h2>
      <p className="max-w-100 text-muted">
        {onCreate
          ? 'A plan grows from phases, with tasks and milestones under them. Start with one; everything can be moved later.'
          : 'This plan has no nodes. They appear here as soon as somebody adds one.'}
      </p>
      {onCreate && (
        <>
          <Button look="primary" size="lg" icon={<Plus size={18} aria-hidden />} onClick={onCreate} className="mt-5">
            Create Your First Node
          </Button>
          <p className="mt-2 flex items-center gap-1.5 text-12 text-muted pointer-coarse:hidden">
            or press <Kbd>N</Kbd>
          </p>
        </>
      )}
    </div>
  )
}
