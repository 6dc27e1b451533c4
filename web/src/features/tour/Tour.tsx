import { Dialog as Radix } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isTouch } from '../../lib/mediaQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { returnFocus, useOpener } from '../../ui/opener.ts'
import { placeTour } from './placeTour.ts'
import { type Step, tourSteps } from './steps.ts'
import { rememberTour } from './tourState.ts'

interface Props {
  /** Whether the window is wide enough for the split view. */
  hasSplit: boolean
  onClose: () => void
}

/** Six steps through the workspace. Steps whose target is not visible are left out. */
export function Tour({ hasSplit, onClose }: Props) {
  const [steps, setSteps] = useState<readonly Step[]>([])
  // The tour may mount with the workspace, so targets can only be looked up in an effect.
  useEffect(() => {
    const all = tourSteps({ byTouch: isTouch(), hasSplit })
    setSteps(all.filter(({ target }) => target === undefined || findTarget(target) !== null))
  }, [hasSplit])
  const [index, setIndex] = useState(0)
  const opener = useOpener(true)
  const step = steps[index]
  const subject = useSubject(step?.target)
  const card = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<ReturnType<typeof placeTour> | null>(null)
  useLayoutEffect(() => {
    if (!card.current) return
    // The layout size, because an animation may scale the bounding box.
    const { offsetWidth: width, offsetHeight: height } = card.current
    const view = { width: window.innerWidth, height: window.innerHeight }
    setPlace(subject && placeTour(subject, { width, height }, view))
  }, [subject])
  const spot = place?.spot
  if (!step) return null
  const isLast = index === steps.length - 1
  const end = (how: 'completed' | 'skipped') => {
    rememberTour(how)
    onClose()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && end(isLast ? 'completed' : 'skipped')}>
      <Radix.Portal>
        {/* Blocks presses outside the card. Contains it, because Radix lets presses through until it is registered. */}
        <Radix.Overlay className={cx('fixed inset-0 z-40', !spot && 'bg-veil')}>
          {spot && (
            <div
              aria-hidden
              className="fixed rounded-10 shadow-[0_0_0_9999px_var(--veil)] ring-2 ring-accent transition-all"
              style={{ left: spot.left - 4, top: spot.top - 4, width: spot.width + 8, height: spot.height + 8 }}
            />
          )}
          <Radix.Content
            onPointerDownOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => returnFocus(event, opener)}
            ref={card}
            style={{ ...(place?.card ?? IN_THE_MIDDLE), pointerEvents: 'auto' }}
            className="fixed flex w-85 max-w-[calc(100vw-24px)] flex-col gap-2 rounded-10 bg-raised p-5 shadow-float outline-none"
          >
            <p className="text-12 text-muted tabular-nums">
              {index + 1} of {steps.length}
            </p>
            <Radix.Title className="font-semibold text-16">{step.title}</Radix.Title>
            <Radix.Description className="text-13 text-muted">{step.text}</Radix.Description>
            <div className="mt-3 flex items-center gap-2">
              {!isLast && (
                <Button variant="ghost" size="sm" className="-ml-2.5" onClick={() => end('skipped')}>
                  Skip
                </Button>
              )}
              <span className="flex-1" />
              {index > 0 && (
                <Button size="sm" onClick={() => setIndex(index - 1)}>
                  Back
                </Button>
              )}
              <Button
                autoFocus
                key={index}
                variant="primary"
                size="sm"
                onClick={() => (isLast ? end('completed') : setIndex(index + 1))}
              >
                {isLast ? 'Start planning' : 'Next'}
              </Button>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The element, if it is visible. */
function findTarget(target: string): HTMLElement | null {
  const elements = document.querySelectorAll<HTMLElement>(`[data-tour="${target}"]`)
  return [...elements].find((element) => element.checkVisibility()) ?? null
}

/** The bounding box of the step's target, updated when the window is resized. */
function useSubject(target: string | undefined): DOMRect | null {
  const [subject, setSubject] = useState<DOMRect | null>(null)
  useLayoutEffect(() => {
    const measure = () =>
      setSubject(target === undefined ? null : (findTarget(target)?.getBoundingClientRect() ?? null))
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [target])
  return subject
}

const IN_THE_MIDDLE = { left: '50%', top: '50%', transform: 'translate(-50%, -50%)' } as const
