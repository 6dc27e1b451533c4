/** Captures all keys until the returned function is called, which returns the typed text. */
export function holdKeys(): () => string {
  let typed = ''
  const take = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) typed += event.key
  }
  window.addEventListener('keydown', take, { capture: true })
  return () => {
    window.removeEventListener('keydown', take, { capture: true })
    return typed
  }
}
