import { useEffect } from 'react'
import { openInTab } from '../../actions/nodeLinks.ts'
import { isField } from '../../lib/shortcuts.ts'
import { nodeAt } from '../nodeAt.ts'

/** The middle button opens the node of a row or card in another tab, as it does with links. */
export function useMiddleClick(planId: string): void {
  useEffect(() => {
    // In fields, Linux pastes with that button.
    const nodeOf = ({ button, target }: MouseEvent) => (button === 1 && !isField(target) ? nodeAt(target) : null)
    // Else Windows starts to scroll.
    const prevent = (event: MouseEvent) => nodeOf(event) !== null && event.preventDefault()
    const open = (event: MouseEvent) => {
      const id = nodeOf(event)
      if (id !== null) openInTab({ plan_id: planId, id })
    }
    document.addEventListener('mousedown', prevent)
    document.addEventListener('auxclick', open)
    return () => {
      document.removeEventListener('mousedown', prevent)
      document.removeEventListener('auxclick', open)
    }
  }, [planId])
}
