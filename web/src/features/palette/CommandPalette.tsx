import { Command as Cmdk } from 'cmdk'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import type { CapturedKeys } from '../../lib/captureKeys.ts'
import { type Command, findPlaces, useRegisteredCommands } from '../../lib/commands.ts'
import { fold } from '../../lib/fold.ts'
import { counted } from '../../lib/numbers.ts'
import { isPressed, MOD } from '../../lib/shortcuts.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { findCommands } from './findCommands.ts'
import { usePlanDestinations } from './planDestinations.tsx'

const TITLE = 'Command palette'
const HEADING =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-muted'

interface Props {
  /** Returns what was typed before the palette opened. */
  getTypedText: () => CapturedKeys
  onClose: () => void
}

/** Searches commands, nodes and plans. Arrow keys highlight, Enter runs. */
export function CommandPalette({ getTypedText, onClose }: Props) {
  const [held] = useState(getTypedText)
  const [text, setText] = useState(held.text)
  const typed = fold(text.trim().replace(/\s+/g, ' '))
  const { destinations: plans, error } = usePlanDestinations(typed)
  const groups = findCommands(typed, useRegisteredCommands(), [...(typed === '' ? [] : findPlaces(typed)), ...plans])
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0)
  // Runs after the palette has closed, so that a dialog it opens returns the focus to where it was before.
  const chosen = useRef<Command>(null)
  const choose = (command: Command) => {
    chosen.current = command
    onClose()
  }
  /** The text for which Enter was pressed before there was a result. */
  const [entered, setEntered] = useState(held.isEntered ? held.text : null)
  const first = groups[0]?.commands[0]
  const isDue = first !== undefined && entered === text
  const chooseFirst = useLatest(() => first && choose(first))
  useEffect(() => {
    if (!isDue) return
    // Only a dialog that has opened reports that it closed.
    const timer = setTimeout(() => chooseFirst.current(), 0)
    return () => clearTimeout(timer)
  }, [isDue])
  return (
    <Dialog
      open
      isBare
      title={TITLE}
      onOpenChange={(open) => !open && onClose()}
      onClosed={() => chosen.current?.run?.()}
    >
      {/* cmdk's Vim bindings would take the shortcut that opens the palette. */}
      <Cmdk
        label={TITLE}
        shouldFilter={false}
        loop
        vimBindings={false}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && count === 0) setEntered(text)
          if (!isPressed(event, `${MOD} K`)) return
          event.preventDefault()
          onClose()
        }}
        className="flex min-h-0 flex-col"
      >
        <div className="flex items-center gap-3 border-line border-b px-4">
          <Search size={16} aria-hidden className="shrink-0 text-muted" />
          <Cmdk.Input
            autoFocus
            value={text}
            onValueChange={(next) => {
              setText(next)
              setEntered(null)
            }}
            placeholder="Search nodes, plans and actions..."
            className="h-12 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-muted"
          />
          <span className="max-sm:hidden">
            <Kbd>Esc</Kbd>
          </span>
          <IconButton label="Close" icon={<X size={16} aria-hidden />} onClick={onClose} className="-mr-2 sm:hidden" />
        </div>
        <Cmdk.List label={TITLE} className="min-h-0 scroll-py-2 overflow-y-auto px-2 pb-2">
          {groups.map(({ title, commands }) => (
            <Cmdk.Group key={title} heading={title} className={HEADING}>
              {commands.map((command) => (
                <Item key={idOf(command)} command={command} onSelect={() => choose(command)} />
              ))}
            </Cmdk.Group>
          ))}
        </Cmdk.List>
        {error && (
          <p role="alert" className="px-4 py-3 text-13 text-blocked-ink">
            {messageOf(error, 'Failed to load plans')}
          </p>
        )}
        <p role="status" className={count > 0 ? 'sr-only' : 'px-4 pt-4 pb-8 text-center text-13 text-muted'}>
          {count > 0 ? counted(count, 'result') : 'No results'}
        </p>
      </Cmdk>
    </Dialog>
  )
}

const idOf = ({ id, group, label }: Command): string => id ?? `${group}: ${label}`

function Item({ command, onSelect }: { command: Command; onSelect: () => void }) {
  const { label, icon, path, aside, keys = [] } = command
  return (
    <Cmdk.Item
      value={idOf(command)}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-6 px-2 py-1 text-13 data-[selected=true]:bg-hover pointer-coarse:min-h-11 [&_svg]:shrink-0"
    >
      {icon}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{label}</span>
        {path && <span className="truncate text-12 text-muted">{path}</span>}
      </span>
      {aside && <span className="shrink-0 text-12 text-muted">{aside}</span>}
      {keys.length > 0 && (
        <span className="flex gap-1 pointer-coarse:hidden">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Cmdk.Item>
  )
}
