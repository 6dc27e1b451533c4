// Toasts that are shown before the code that renders them has loaded.
import type { Action, ExternalToast, toast as ShowToast } from 'sonner'

type Show = typeof ShowToast
type Kind = 'success' | 'error' | 'loading'

type Id = string | number

interface Waiting {
  id: Id
  text: string
  options: ExternalToast
  kind: Kind | undefined
}

let show: Show | undefined
let waiting: Waiting[] = []
let request = () => {}
let lastId = 0
/** What Sonner calls the toasts on the screen. A toast that disappears takes its name along, so the next one needs another. */
const names = new Map<Id, Id>()

function send({ text, options, kind }: Waiting, to: Show): void {
  if (kind) to[kind](text, options)
  else to(text, options)
}

function add(text: string, given: ExternalToast = {}, kind?: Kind): Id {
  lastId += 1
  const id = given.id ?? `toast-${lastId}`
  const name = names.get(id) ?? `${id} ${lastId}`
  names.set(id, name)
  const next = { id: name, text, options: { ...UNSET, ...given, ...leaving(id, name, given), id: name }, kind }
  if (show) send(next, show)
  else {
    // Like a toast on the screen, it is replaced by one with the same id.
    waiting = [...waiting.filter((other) => other.id !== name), next]
    request()
  }
  return id
}

/** Otherwise a toast would keep these from the one that it replaces. */
const UNSET = { action: undefined, description: undefined } as ExternalToast

/** Gives up the name of a toast as soon as it begins to disappear. */
function leaving(id: Id, name: Id, { action, onDismiss, onAutoClose }: ExternalToast): ExternalToast {
  const leave = () => {
    if (names.get(id) === name) names.delete(id)
  }
  const after =
    <Args extends unknown[]>(handle: ((...args: Args) => void) | undefined) =>
    (...args: Args) => {
      leave()
      handle?.(...args)
    }
  return {
    onDismiss: after(onDismiss),
    onAutoClose: after(onAutoClose),
    ...(isAction(action) && {
      action: {
        ...action,
        onClick: (event: Parameters<Action['onClick']>[0]) => {
          // A double click reaches the button while its toast disappears.
          if (names.get(id) !== name) return
          leave()
          action.onClick(event)
        },
      },
    }),
  }
}

const isAction = (action: ExternalToast['action']): action is Action =>
  typeof action === 'object' && action !== null && 'onClick' in action

/** Shows a message, as soon as the code for it has loaded. Returns its id. */
export const toast = Object.assign((text: string, options?: ExternalToast) => add(text, options), {
  success: (text: string, options?: ExternalToast) => add(text, options, 'success'),
  error: (text: string, options?: ExternalToast) => add(text, options, 'error'),
  loading: (text: string, options?: ExternalToast) => add(text, options, 'loading'),
  /** Removes one toast, or all. */
  dismiss: (id?: Id) => {
    const name = id === undefined ? undefined : names.get(id)
    if (id === undefined) names.clear()
    else if (name === undefined) return
    else names.delete(id)
    waiting = name === undefined ? [] : waiting.filter((other) => other.id !== name)
    show?.dismiss(name)
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
