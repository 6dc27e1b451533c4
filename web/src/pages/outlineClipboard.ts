import { useEffect } from 'react'
import { outlineOf } from '../actions/copyOutline.ts'
import type { PlanNodes } from '../data/nodeStore.ts'
import { counted } from '../lib/numbers.ts'
import { measure } from '../lib/outlineText.ts'
import { pastedFiles } from '../lib/pastedFiles.ts'
import { printOutline } from '../lib/printOutline.ts'
import { isCovered, isField } from '../lib/shortcuts.ts'
import { useLatest } from '../lib/useLatest.ts'
import { toast } from '../ui/Toast.tsx'
import type { Selection } from '../view-state/selection.ts'
import { nodeAt } from './nodeAt.ts'

interface Options {
  nodes: PlanNodes
  selection: Selection
  /** The open node, which becomes the parent of pasted nodes unless a row or card has the focus. */
  selectedId: string | null
  /** Undefined if the user may not add nodes. */
  onPaste: ((text: string, under: string | null) => void) | undefined
}

/** Firefox gives the body as the target, although a row or card has the focus. */
const placeOf = ({ target }: Event): EventTarget | null => (target === document.body ? document.activeElement : target)

/** Copies nodes as outlines and pastes outlines, except in fields, dialogs and menus. */
export function useOutlineClipboard(options: Options): void {
  const latest = useLatest(options)
  useEffect(() => {
    /**
     * Whether the last press was of the middle button. Linux then pastes what was selected last, in any program, but here that
     * button moves the canvas.
     */
    let wasMiddleButton = false
    const notePress = (event: KeyboardEvent | MouseEvent) => {
      wasMiddleButton = event instanceof MouseEvent && event.button === 1
    }
    const isFree = ({ target, defaultPrevented }: Event) => !defaultPrevented && !isField(target) && !isCovered()
    const handleCopy = (event: ClipboardEvent) => {
      const { nodes, selection } = latest.current
      const id = nodeAt(placeOf(event))
      const ids = selection.isOpen ? selection.ids : new Set(id === null ? [] : [id])
      if (!isFree(event) || ids.size === 0 || document.getSelection()?.isCollapsed === false) return
      const items = outlineOf(nodes, ids)
      event.clipboardData?.setData('text/plain', printOutline(items))
      event.preventDefault()
      toast(`${counted(measure(items).count, 'node')} copied as outline`, { id: 'copied' })
    }
    const handlePaste = (event: ClipboardEvent) => {
      const { selectedId, onPaste } = latest.current
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!onPaste || wasMiddleButton || !isFree(event)) return
      // The text that comes with copied files is their names.
      if (text.trim() === '' || pastedFiles(event.clipboardData).length > 0) return
      event.preventDefault()
      onPaste(text, nodeAt(placeOf(event)) ?? selectedId)
    }
    window.addEventListener('mousedown', notePress, true)
    window.addEventListener('keydown', notePress, true)
    document.addEventListener('copy', handleCopy)
    document.addEventListener('paste', handlePaste)
    return () => {
      window.removeEventListener('mousedown', notePress, true)
      window.removeEventListener('keydown', notePress, true)
      document.removeEventListener('copy', handleCopy)
      document.removeEventListener('paste', handlePaste)
    }
  }, [])
}
