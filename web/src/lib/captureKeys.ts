export interface CapturedKeys {
  text: string
  /** Whether Enter was the last key. */
  isEntered: boolean
}

/** Captures all keys until the returned function is called, which returns what was typed. */
export function captureKeys(): () => CapturedKeys {
  let text = ''
  let isEntered = false
  const take = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) text += event.key
    else if (event.key !== 'Enter') return
    isEntered = event.key === 'Enter'
  }
  window.addEventListener('keydown', take, { capture: true })
  return () => {
    window.removeEventListener('keydown', take, { capture: true })
    return { text, isEntered }
  }
}
