// What can be done at the moment, each thing said once: its keys run it, the palette lists it, the help tells its keys.
import { type ReactNode, useLayoutEffect } from 'react'
import { isShortcut } from './shortcuts.ts'
import { useLatest } from './useLatest.ts'

export interface Command {
  /** Told apart by it where labels may be the same; else by group and label. */
  id?: string
  /** The heading that it stands under. */
  group: string
  label: string
  /** Other words by which somebody may look for it. */
  also?: string
  icon: ReactNode
  /** Any of these keys runs it. */
  keys?: readonly string[]
  /** What a place to go to lies in. */
  path?: string
  /** Drawn at the right. */
  aside?: ReactNode
  /** Absent while it makes no sense: its keys are told, but it is not offered. What somebody may not do is no command at all. */
  run?: (() => void) | undefined
}

interface Source {
  commands: readonly Command[]
  /** The places that answer to what was typed, the best ones; what was typed is folded. */
  find: ((typed: string) => readonly Command[]) | undefined
}

const sources: { readonly current: Source }[] = []

/** Offers commands, by their keys and in the palette, while the component stands. */
export function useCommands(commands: Source['commands'], find?: Source['find']): void {
  const latest = useLatest<Source>({ commands, find })
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const pressed = latest.current.commands.find(
        ({ run, keys }) => run && keys?.some((key) => isShortcut(event, key)),
      )
      if (!pressed?.run) return
      event.preventDefault()
      pressed.run()
    }
    sources.unshift(latest)
    window.addEventListener('keydown', handleKey)
    return () => {
      sources.splice(sources.indexOf(latest), 1)
      window.removeEventListener('keydown', handleKey)
    }
  }, [])
}

/** Every command there is now, those of the innermost page first. */
export const readCommands = (): Command[] => sources.flatMap(({ current }) => current.commands)

export const findPlaces = (typed: string): Command[] => sources.flatMap(({ current }) => current.find?.(typed) ?? [])
