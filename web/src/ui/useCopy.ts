import { useEffect, useState } from 'react'
import { toast } from './Toast.tsx'

/** How long a copy is confirmed. */
const COPIED_MS = 2_000

interface Words {
  success?: string
  failure: string
}

/** Copies text to the clipboard. `copied` is true for a while after. Fails if refused, and always on plain HTTP. */
export function useCopy({ success, failure }: Words) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      if (success) toast.success(success)
    } catch {
      toast.error(failure)
    }
  }
  return { copied, copy }
}
