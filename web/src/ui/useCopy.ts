import { useEffect, useState } from 'react'
import { toast } from './Toast.tsx'

/** How long a copy is confirmed. */
const COPIED_MS = 2_000

interface Words {
  success?: string
  failure: string
}

export const COPIED_LINK: Words = {
  success: 'Link copied to clipboard',
  failure: 'Failed to copy link to clipboard',
}

/** Copies text and says whether that worked. It fails if refused, and always on plain HTTP. */
export async function copyText(text: string, { success, failure }: Words): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    if (success) toast.success(success)
    return true
  } catch {
    toast.error(failure)
    return false
  }
}

/** Copies text to the clipboard. `copied` is true for a while after. */
export function useCopy(words: Words) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    if (await copyText(text, words)) setCopied(true)
  }
  return { copied, copy }
}
