import { AI_STEPS, type PlanSketch } from '@cairn/contract/api/ai'
import { Check, Flag } from 'lucide-react'
import { useEffect } from 'react'
import type { MadePlan } from '../../data/ai.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { Generation } from './useGeneration.ts'
import { usePacedStep } from './usePacedStep.ts'

const STEPS = [
  'Understanding requirements',
  'Structuring phases',
  'Creating tasks and milestones',
  'Setting up timeline',
  'Finalizing',
] as const

interface Props {
  generation: Generation
  onCancel: () => void
  /** Called once the plan exists and every step has been shown. */
  onFinished: (made: MadePlan) => void
}

/** Shows the current step and what is known of the plan so far. */
export function GenerationDialog({ generation: { step, sketch, made }, onCancel, onFinished }: Props) {
  const shown = usePacedStep(made ? AI_STEPS.length : step)
  const latest = useLatest(onFinished)
  useEffect(() => {
    if (made && shown === AI_STEPS.length) latest.current(made)
  }, [made, shown])

  return (
    <Dialog
      open
      hasClose={false}
      closesOutside={false}
      onOpenChange={(open) => !open && onCancel()}
      title="Creating your plan..."
      width="sm"
    >
      <p role="status" className="sr-only">
        {shown < AI_STEPS.length ? `Step ${shown + 1} of ${AI_STEPS.length}: ${STEPS[shown]}` : 'Your plan is ready'}
      </p>
      <ol className="flex flex-col gap-2.5">
        {STEPS.map((label, index) => (
          <li
            key={label}
            aria-current={index === shown ? 'step' : undefined}
            className={cx(
              'flex items-center gap-2.5 transition-colors',
              index > shown ? 'text-muted' : index === shown && 'font-medium',
            )}
          >
            <StepMark state={index < shown ? 'done' : index === shown ? 'current' : 'ahead'} />
            {label}
          </li>
        ))}
      </ol>
      {sketch && <Sketch sketch={sketch} />}
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogFooter>
    </Dialog>
  )
}

function StepMark({ state }: { state: 'done' | 'current' | 'ahead' }) {
  return (
    <span aria-hidden className="inline-flex size-5 shrink-0 items-center justify-center">
      {state === 'done' && (
        <span className="inline-flex size-4.5 animate-fade items-center justify-center rounded-full bg-done-soft text-done-ink">
          <Check size={12} strokeWidth={3} />
        </span>
      )}
      {state === 'current' && <Spinner size={18} className="text-accent-ink" />}
      {state === 'ahead' && <span className="size-2 rounded-full border border-faint" />}
    </span>
  )
}

/** Grows at its end, which stays visible. */
function Sketch({ sketch: { title, phases, milestones } }: { sketch: PlanSketch }) {
  return (
    <section
      aria-label="Your plan so far"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
      tabIndex={0}
      className="mt-5 flex max-h-52 animate-fade flex-col-reverse overflow-y-auto rounded-6 border border-line bg-sunken px-3 py-2.5 text-13"
    >
      <div className="flex flex-col gap-2 break-words">
        {title !== '' && <p className="font-medium">{title}</p>}
        <ul className="flex flex-col gap-2">
          {phases.map((phase, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sketch only grows at its end.
            <li key={index}>
              {phase.title}
              <ul className="mt-0.5 border-line border-l pl-2.5 text-12 text-muted">
                {phase.tasks.map((task, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <li key={place}>{task.title}</li>
                ))}
              </ul>
            </li>
          ))}
          {milestones.map((milestone, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <li key={index} className="flex items-center gap-1.5">
              <Flag size={12} aria-hidden className="shrink-0 text-muted" />
              {milestone.title}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
