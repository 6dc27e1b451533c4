import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useLatest } from '../../../lib/useLatest.ts'
import type { Scene } from '../paint/visible.ts'

interface Options {
  scene: Scene
  selectedId: string | null
  /** Brings a card into the window, large enough to be a card. */
  show: (id: string) => void
}

/**
 * The card that the keyboard is on. Tab reaches the canvas once and goes to that card. Cards come and go with the window, so
 * the canvas itself keeps the focus while the card is away.
 */
export function useCardFocus({ scene, selectedId, show }: Options) {
  const canvas = useRef<HTMLDivElement>(null)
  const active = useRef<string | null>(null)
  /** Gets the focus as soon as it has a card. */
  const wanted = useRef<string | null>(null)
  const isHolding = useRef(false)
  const [isInside, setInside] = useState(false)
  const hasFocus = useRef(false)
  const latest = useLatest({ scene, selectedId, show })

  const cards = useMemo(() => {
    const cardOf = (id: string | null) => canvas.current?.querySelector<HTMLElement>(`[data-card="${id}"]`) ?? null
    const focusWanted = () => {
      const card = wanted.current === null ? null : cardOf(wanted.current)
      if (!card) return
      wanted.current = null
      card.focus({ preventScroll: true })
    }
    const activeId = (): string | null => {
      const { scene: now, selectedId: selected } = latest.current
      const [first = null] = now.tree.childrenOf(null)
      return [active.current, selected].find((id) => id !== null && now.layout.boxes.has(id)) ?? first
    }
    return {
      cardOf,
      activeId,
      focusWanted,
      /** With the next rendering, when what covers the card is gone. */
      want: (id: string) => {
        wanted.current = id
      },
      focus: (id: string) => {
        active.current = id
        wanted.current = id
        latest.current.show(id)
        focusWanted()
      },
      arrived: (id: string) => id === wanted.current && focusWanted(),
      left: () => {
        // A card that is taken away takes the focus along without a word; the next one may still be on its way.
        if (!hasFocus.current || document.activeElement !== document.body) return
        isHolding.current = true
        canvas.current?.focus({ preventScroll: true })
        isHolding.current = false
      },
    }
  }, [])
  useEffect(cards.focusWanted)

  const props = {
    ref: canvas,
    tabIndex: isInside ? -1 : 0,
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      hasFocus.current = true
      setInside(true)
      const id = target.closest<HTMLElement>('[data-card]')?.dataset.card
      const first = cards.activeId()
      if (id !== undefined) active.current = id
      // A press on the ground gives the canvas the focus too; that is no wish to go anywhere.
      else if (target.matches(':focus-visible') && target === currentTarget && !isHolding.current && first !== null)
        cards.focus(first)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.contains(relatedTarget)) return
      wanted.current = null
      hasFocus.current = false
      setInside(false)
    },
  }
  return { cards, props }
}

export type CardFocus = ReturnType<typeof useCardFocus>['cards']
