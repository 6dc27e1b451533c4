// What is on this page and nowhere else yet: as long as there is any, the browser asks before the page goes.
import { getSession } from './session.ts'

/** Each with the person whose it is: nobody is asked about what another has left in this browser. */
const unsaved = new Map<string, string | undefined>()

const ask = (event: BeforeUnloadEvent) => {
  if ([...unsaved.values()].includes(getSession()?.user.id)) event.preventDefault()
}

export function setUnsaved(what: string, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.set(what, getSession()?.user.id)
  else unsaved.delete(what)
  if (unsaved.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}
