// Text that exists only on this page. While there is any, the browser asks before leaving.
import { getSession } from './session.ts'

/** Stored with the user, so no one is warned about another user's unsaved text. */
const unsaved = new Map<string, string | undefined>()

const ask = (event: BeforeUnloadEvent) => {
  if ([...unsaved.values()].includes(getSession()?.user.id)) event.preventDefault()
}

export function setUnsaved(what: string, isUnsaved: boolean, userId = getSession()?.user.id): void {
  if (isUnsaved) unsaved.set(what, userId)
  else unsaved.delete(what)
  if (unsaved.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

/** Leaves nothing to ask about, like a new page. */
export function forgetUnsaved(): void {
  unsaved.clear()
  window.removeEventListener('beforeunload', ask)
}
