import { isField } from './shortcuts.ts'

/** A pause that ends what was being typed. */
const PAUSE_MS = 1_000
/** How long someone may keep typing before noticing. */
const NOTICE_MS = 2_000

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])
/** Keys of input methods and accents. */
const COMPOSING = new Set(['Process', 'Dead', 'Unidentified'])

const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Backspace' || COMPOSING.has(key))

/**
 * Ignores the rest of what is typed into a field that is removed meanwhile, because another person deleted its node for
 * example: its letters would act as shortcuts. Returns a function that stops this.
 */
export function ignoreKeysForLostField(): () => void {
  let field: Element | null = null
  let typedAt = 0
  /** When the focus moved on without the user, because the field was removed. */
  let lostAt = Number.NEGATIVE_INFINITY
  const forget = () => {
    field = null
  }
  const handleFocus = ({ timeStamp }: FocusEvent) => {
    if (field && !field.isConnected) lostAt = timeStamp
  }
  const handleKey = (event: KeyboardEvent) => {
    if (MODIFIERS.has(event.key)) return
    const isRecent = event.timeStamp - typedAt < PAUSE_MS || event.timeStamp - lostAt < NOTICE_MS
    const isLost = field !== null && !field.isConnected && isRecent
    typedAt = event.timeStamp
    if (isField(event.target)) field = isTyping(event) ? (event.target as Element) : null
    else if (isLost && (isTyping(event) || event.key === 'Enter' || event.key === 'Delete')) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else forget()
  }
  window.addEventListener('keydown', handleKey, { capture: true })
  window.addEventListener('focusin', handleFocus, { capture: true })
  window.addEventListener('pointerdown', forget, { capture: true })
  return () => {
    window.removeEventListener('focusin', handleFocus, { capture: true })
    window.removeEventListener('keydown', handleKey, { capture: true })
    window.removeEventListener('pointerdown', forget, { capture: true })
  }
}
