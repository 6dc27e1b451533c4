// Toasts that are shown before the code that renders them has loaded.
import type { ExternalToast, toast as ShowToast } from 'sonner'

type Show = typeof ShowToast
type Kind = 'success' | 'error' | 'loading'

interface Waiting {
  id: string | number
  text: string
  options: ExternalToast
  kind: Kind | undefined
}

let show: Show | undefined
let waiting: Waiting[] = []
let request = () => {}
let lastId = 0

function send({ text, options, kind }: Waiting, to: Show): void {
  if (kind) to[kind](text, options)
  else to(text, options)
}

function add(text: string, given: ExternalToast = {}, kind?: Kind): string | number {
  lastId += 1
  const id = given.id ?? `toast-${lastId}`
  const next = { id, text, options: { ...given, id }, kind }
  if (show) send(next, show)
  else {
    // Like a toast on the screen, it is replaced by one with the same id.
    waiting = [...waiting.filter((other) => other.id !== id), next]
    request()
  }
  return id
}

/** Shows a message, as soon as the code for it has loaded. Returns its id. */
export const toast = Object.assign((text: string, options?: ExternalToast) => add(text, options), {
  success: (text: string, options?: ExternalToast) => add(text, options, 'success'),
  error: (text: string, options?: ExternalToast) => add(text, options, 'error'),
  loading: (text: string, options?: ExternalToast) => add(text, options, 'loading'),
  /** Removes one toast, or all. */
  dismiss: (id?: string | number) => {
    waiting = id === undefined ? [] : waiting.filter((other) => other.id !== id)
    show?.dismiss(id)
  },
})

/** Sets what loads the code of toasts. Called immediately if one is waiting. */
export function requestToasts(load: () => void): void {
  request = load
  if (waiting.length > 0) load()
}

/** Shows the waiting toasts, and from now on all others directly. */
export function connectToasts(to: Show): void {
  show = to
  const toasts = waiting
  waiting = []
  for (const next of toasts) send(next, to)
}
