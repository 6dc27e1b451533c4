import { can, type PlanAction, type PlanRole } from '@cairn/contract/rules/permissions'
import { useState } from 'react'
import { type Command, readCommands } from '../../lib/commands.ts'
import { useMediaQuery } from '../../lib/mediaQuery.ts'
import { hasCharacterShortcuts, MOD, setCharacterShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'

export type Shortcut = Required<Pick<Command, 'group' | 'label' | 'keys'>>

type PlanShortcut = Shortcut & { needs?: PlanAction }

/** What fingers do. Listed first on touch devices, which may have a keyboard as well. */
const GESTURES: readonly PlanShortcut[] = [
  { group: 'Touch: graph', keys: ['One finger'], label: 'Move canvas' },
  { group: 'Touch: graph', keys: ['Pinch'], label: 'Zoom' },
  { group: 'Touch: graph', keys: ['Drag selected card'], label: 'Move card', needs: 'plan.edit' },
  { group: 'Touch: tree and graph', keys: ['Tap'], label: 'Open node' },
  { group: 'Touch: tree and graph', keys: ['Touch and hold'], label: 'Open menu' },
  { group: 'Touch: tree and graph', keys: ['Tap circle'], label: 'Complete or reopen', needs: 'plan.edit' },
  { group: 'Touch: tree and graph', keys: ['Hold circle'], label: 'Change status', needs: 'plan.edit' },
]

/** Shortcuts that act on the focused element and are not commands. */
const CONTEXT_SHORTCUTS: readonly PlanShortcut[] = [
  { group: 'Graph', keys: ['↑', '↓', '←', '→'], label: 'Go to parent, child, sibling' },
  { group: 'Graph', keys: ['Space'], label: 'Collapse or expand branch' },
  {
    group: 'Graph',
    keys: ['Shift Space', `${MOD} Space`],
    label: 'Select card',
    needs: 'plan.edit',
  },
  { group: 'Graph', keys: ['Shift ↑ ↓ ← →'], label: 'Extend selection', needs: 'plan.edit' },
  { group: 'Graph', keys: [`${MOD} A`], label: 'Select all cards', needs: 'plan.edit' },
  { group: 'Graph', keys: ['Esc'], label: 'Clear selection', needs: 'plan.edit' },
  { group: 'Graph', keys: ['Shift click', `${MOD} click`], label: 'Add card to selection', needs: 'plan.edit' },
  { group: 'Graph', keys: ['Shift drag'], label: 'Select cards in area', needs: 'plan.edit' },
  { group: 'Graph', keys: ['Space drag', 'Middle drag'], label: 'Move canvas' },
  { group: 'Graph', keys: [`${MOD} wheel`], label: 'Zoom' },
  { group: 'Graph', keys: ['Double-click'], label: 'Add node on canvas', needs: 'plan.edit' },
  { group: 'Tree and graph', keys: ['Enter', 'Enter'], label: 'Open node, then move to its panel' },
  { group: 'Tree and graph', keys: ['Shift F10'], label: 'Open menu' },
  { group: 'Tree and graph', keys: [`${MOD} Enter`], label: 'Complete or reopen', needs: 'plan.edit' },
  { group: 'Tree and graph', keys: ['Alt Enter'], label: 'Change status', needs: 'plan.edit' },
  { group: 'Tree and graph', keys: ['F2'], label: 'Rename', needs: 'plan.edit' },
  { group: 'Tree and graph', keys: ['Delete'], label: 'Delete', needs: 'plan.edit' },
  { group: 'Tree and graph', keys: [`${MOD} C`], label: 'Copy as outline' },
  { group: 'Tree and graph', keys: [`${MOD} V`], label: 'Paste outline', needs: 'plan.edit' },
  { group: 'Tree', keys: [`${MOD} F`], label: 'Search tree' },
  { group: 'Tree', keys: ['Esc'], label: 'Clear search' },
  { group: 'People', keys: ['Esc'], label: 'Stop following' },
  { group: 'Tree', keys: ['↑', '↓'], label: 'Previous or next row' },
  { group: 'Tree', keys: ['←', '→'], label: 'Collapse or expand branch' },
  { group: 'Tree', keys: ['Shift ↑', 'Shift ↓'], label: 'Extend selection' },
  { group: 'Tree', keys: [`${MOD} Space`], label: 'Add row to selection' },
  { group: 'Tree', keys: [`${MOD} A`], label: 'Select all rows' },
  { group: 'Tree', keys: ['Alt ↑', 'Alt ↓'], label: 'Move up or down', needs: 'plan.edit' },
  { group: 'Tree', keys: ['Alt ←', 'Alt →'], label: 'Outdent or indent', needs: 'plan.edit' },
  { group: 'Messages', keys: ['Alt T'], label: 'Go to messages, such as Undo' },
  { group: 'Editing', keys: [`${MOD} Enter`], label: 'Add log entry or comment', needs: 'comment.add' },
  { group: 'Editing', keys: [`${MOD} Enter`], label: 'Save text', needs: 'plan.edit' },
  { group: 'Editing', keys: ['Enter'], label: 'Save title and add sibling (tree)', needs: 'plan.edit' },
  { group: 'Editing', keys: ['Alt ↑', 'Alt ↓'], label: 'Change order of assignees', needs: 'plan.edit' },
  { group: 'Editing', keys: ['Tab', 'Shift Tab'], label: 'Indent or outdent (tree)', needs: 'plan.edit' },
]

interface Props {
  /** In a plan: hides shortcuts that this role cannot use. */
  role?: PlanRole
  /** On other pages: their shortcuts that are not commands. */
  ofPage?: readonly Shortcut[]
  onClose: () => void
  onTour?: () => void
}

/** Lists all keyboard shortcuts, and on touch devices the gestures, grouped by where they work. */
export function ShortcutsDialog({ role, ofPage = [], onClose, onTour }: Props) {
  const ofCommands = readCommands().flatMap(({ group, label, keys }) => (keys ? [{ group, label, keys }] : []))
  const byTouch = useMediaQuery('(pointer: coarse)')
  const usable = (all: readonly PlanShortcut[]) => all.filter(({ needs }) => role && (!needs || can(role, needs)))
  const gestures = byTouch ? usable(GESTURES) : []
  const shortcuts: Shortcut[] = [...gestures, ...ofCommands, ...ofPage, ...usable(CONTEXT_SHORTCUTS)]
  const [hasCharacters, setHasCharacters] = useState(hasCharacterShortcuts)
  const groups = [...new Set(shortcuts.map(({ group }) => group))]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={gestures.length > 0 ? 'Gestures and shortcuts' : 'Keyboard shortcuts'}
      width="lg"
    >
      <div className="gap-x-10 sm:columns-2">
        {groups.map((title) => (
          <section key={title} className="mb-6 break-inside-avoid">
            <h3 className="mb-2 font-medium text-12 text-muted">{title}</h3>
            <dl className="flex flex-col gap-2">
              {shortcuts
                .filter(({ group }) => group === title)
                .map(({ label, keys }) => (
                  <div key={label} className="flex items-center justify-between gap-4 text-13">
                    <dt>{label}</dt>
                    <dd className="flex shrink-0 gap-1">
                      {keys.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      {!byTouch && (
        <Checkbox
          label="Single-key shortcuts, such as N and /"
          checked={hasCharacters}
          onChange={({ target: { checked } }) => {
            if (setCharacterShortcuts(checked)) setHasCharacters(checked)
          }}
        />
      )}
      <DialogFooter>
        {onTour && <Button onClick={onTour}>Take the tour</Button>}
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
