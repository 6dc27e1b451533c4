import { useEffect } from 'react'
import { useAddFiles } from '../../actions/uploads.ts'
import { pastedFiles } from '../../lib/pastedFiles.ts'
import { isField } from '../../lib/shortcuts.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { toast } from '../../ui/Toast.tsx'

interface Options {
  planId: string
  nodeId: string
  canEdit: boolean
  /** Shows the list of files. */
  onShow: () => void
}

/** Uploads files that are pasted anywhere while a node is open. Pasted text is left to the browser. */
export function usePastedFiles({ planId, nodeId, canEdit, onShow }: Options): void {
  const latest = useLatest({ add: useAddFiles(planId, nodeId), onShow })
  useEffect(() => {
    if (!canEdit) return
    const handlePaste = (event: ClipboardEvent) => {
      const files = pastedFiles(event.clipboardData)
      if (files.length === 0 || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      const { add, onShow: show } = latest.current
      add(files)
      // Someone who writes goes on writing.
      if (isField(event.target)) toast('Uploading to Files...', { id: `pasted-${nodeId}` })
      else show()
    }
    window.addEventListener('paste', handlePaste)
    return () => window.removeEventListener('paste', handlePaste)
  }, [canEdit, nodeId])
}
