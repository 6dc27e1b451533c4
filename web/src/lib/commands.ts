// The registry of available commands: their shortcuts, and their entries in the palette and in the help.
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import { isShortcut } from './shortcuts.ts'
import { useLatest } from './useLatest.ts'

export interface Command {
  /** Identifies the command if group and label may not be unique. */
  id?: string
  /** The heading above the command. */
  group: string
  label: string
  /** Other words to search by. */
  also?: string
  icon: ReactNode
  /** Shortcuts. Any of them runs the command, once each time it is pressed. */
  keys?: readonly string[]
  /** The path of a destination, such as the titles of a node's ancestors. */
  path?: string
  /** Shown at the right. */
  aside?: ReactNode
  /**
   * Undefined while unavailable: listed in the help, hidden in the palette. Commands the user may not run are not
   * registered.
   */
  run?: (() => void) | undefined
  /** Called again and again while the keys are held. Must finish immediately, or it would go on after their release. */
  hold?: (() => void) | undefined
}

interface Source {
  commands: readonly Command[]
  /** Returns the destinations that match a folded search best. */
  find: ((typed: string) => readonly Command[]) | undefined
}

/** Replaced when a component registers or leaves. */
let sources: readonly { readonly current: Source }[] = []
const watchers = new Set<() => void>()

function setSources(next: typeof sources): void {
  sources = next
  for (const onChange of watchers) onChange()
}

/** Registers commands while the component is mounted. */
export function useCommands(commands: Source['commands'], find?: Source['find']): void {
  const latest = useLatest<Source>({ commands, find })
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const pressed = latest.current.commands.find(
        ({ run, keys }) => run && keys?.some((key) => isShortcut(event, key)),
      )
      if (!pressed?.run) return
      event.preventDefault()
      if (event.repeat) pressed.hold?.()
      else pressed.run()
    }
    setSources([latest, ...sources])
    window.addEventListener('keydown', handleKey)
    return () => {
      setSources(sources.filter((source) => source !== latest))
      window.removeEventListener('keydown', handleKey)
    }
  }, [])
}

/** Returns all registered commands, the innermost page's first. */
export const readCommands = (): Command[] => sources.flatMap(({ current }) => current.commands)

/** Like `readCommands`, and renders again when a page registers more. */
export function useRegisteredCommands(): Command[] {
  useSyncExternalStore(watchCommands, readSources)
  return readCommands()
}

const readSources = () => sources
const watchCommands = (onChange: () => void) => {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

export const findPlaces = (typed: string): Command[] => sources.flatMap(({ current }) => current.find?.(typed) ?? [])
