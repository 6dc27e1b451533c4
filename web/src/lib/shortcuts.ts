import { useLayoutEffect } from 'react'
import { readStored, writeStored } from './storage.ts'
import { useLatest } from './useLatest.ts'

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The modifier of shortcuts that also work while typing: `${MOD} K`. */
export const MOD = isMac ? '⌘' : 'Ctrl'

/** The shortcut that submits text, as shown in tooltips. */
export const SEND_KEYS = isMac ? '⌘Enter' : 'Ctrl+Enter'

/** Whether these keys submit text: `SEND_KEYS`, but with Ctrl and Cmd on every system. */
export const isSend = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey)

/** Whether the target accepts typing. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=radio]), textarea, select, [contenteditable=true]') !== null

/** Whether a dialog, menu or list is open, which then handles the keys. */
export const isCovered = (): boolean => document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null

/** What tells which keys are pressed. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Letters of layouts without Latin ones, and marks such as Thai vowels. Names such as “Enter” are Latin. */
const OTHER_LETTERS = /^(?!.*\p{Script=Latin})[\p{L}\p{M}]+$/u
const LETTER_CODE = /^Key([A-Z])$/

/**
 * The key in lower case, as printed, because layouts such as AZERTY and Dvorak place letters elsewhere. Layouts without Latin
 * letters have no printed one: there it is the letter that the physical key has on most keyboards.
 */
function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const letter = OTHER_LETTERS.test(key) ? LETTER_CODE.exec(code)?.[1] : undefined
  return (letter ?? key).toLowerCase()
}

/** Whether the event matches `keys`: one key without modifiers, or with `MOD`, which accepts both Ctrl and Cmd, and `Shift`. */
export function isPressed(event: Pressed, keys: string): boolean {
  const needsMod = keys.startsWith(`${MOD} `)
  const rest = needsMod ? keys.slice(MOD.length + 1) : keys
  const needsShift = needsMod && rest.startsWith('Shift ')
  const key = needsShift ? rest.slice('Shift '.length) : rest
  const hasMod = event.ctrlKey || event.metaKey
  // Alone, keys such as “?” need Shift on some keyboards.
  if (needsMod && event.shiftKey !== needsShift) return false
  return keyOf(event) === key.toLowerCase() && hasMod === needsMod && !event.altKey
}

/** Keys that edit text in a field, where they belong to the browser. */
const EDITS_TEXT = new Set(['z', 'y', 'x', 'c', 'v', 'a'])

const ACTIONS = new Set(['Enter', ' ', 'F2', 'Delete'])

/** Whether the key opens or changes a node. */
export const isAction = ({ key }: Pick<KeyboardEvent, 'key'>): boolean => ACTIONS.has(key)

/** Whether an event comes from holding such a key, which acts once for each press. */
export const isHeld = (event: Pick<KeyboardEvent, 'key' | 'repeat'>): boolean => event.repeat && isAction(event)

/** Whether the key types a character, which chooses an option in the closed list of the focused element. */
const isForList = ({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && target instanceof Element && target.closest('[role=combobox]') !== null

/** Where this browser stores that shortcuts of a single character are off. People who dictate would press them by accident. */
const CHARACTERS_OFF_KEY = 'character_shortcuts_off'
export const hasCharacterShortcuts = (): boolean => readStored(CHARACTERS_OFF_KEY) === null
export const setCharacterShortcuts = (isOn: boolean): boolean => writeStored(CHARACTERS_OFF_KEY, isOn ? null : 'off')

/**
 * Like `isPressed`, but never under a dialog or menu, for characters only while they are switched on, and while typing only
 * for keys that do not type or edit.
 */
export const isShortcut = (event: KeyboardEvent, keys: string): boolean =>
  isPressed(event, keys) &&
  !event.defaultPrevented &&
  !isCovered() &&
  !isForList(event) &&
  (keys.length > 1 || hasCharacterShortcuts()) &&
  (!isField(event.target) || ((event.ctrlKey || event.metaKey) && !EDITS_TEXT.has(keyOf(event))))

/** Escape leaves a field, else calls `onEscape`. Open dialogs and menus handle it first. */
export function useEscape(onEscape: (() => void) | undefined): void {
  const latest = useLatest(onEscape)
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !latest.current) return
      const { target } = event
      if (target instanceof HTMLElement && isField(target)) leaveField(target)
      else if (!isCovered()) latest.current()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}

/** Moves the focus out of a field, to the panel around it if there is one, so that the keyboard goes on from there. */
function leaveField(field: HTMLElement): void {
  const panel = field.closest<HTMLElement>('section[tabindex="-1"]')
  if (panel) panel.focus({ preventScroll: true })
  else field.blur()
}
