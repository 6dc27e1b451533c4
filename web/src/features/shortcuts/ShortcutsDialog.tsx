import { type Command, readCommands } from '../../lib/commands.ts'
import { MOD } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'

type Shortcut = Required<Pick<Command, 'group' | 'label' | 'keys'>>

/** Keys that belong to a place and are no commands: what they do, they do to what has the focus. */
const OF_PLACES: readonly (Shortcut & { edits?: true })[] = [
  { group: 'Graph and split', keys: ['↑', '↓', '←', '→'], label: 'Go to parent, child, sibling' },
  { group: 'Graph and split', keys: ['Space'], label: 'Collapse and expand a branch' },
  { group: 'Tree', keys: [`${MOD} F`], label: 'Search the tree' },
  { group: 'Tree', keys: ['Esc'], label: 'Clear the search' },
  { group: 'Tree', keys: ['↑', '↓'], label: 'Go through the rows' },
  { group: 'Tree', keys: ['←', '→'], label: 'Close and open a branch' },
  { group: 'Tree', keys: ['Enter'], label: 'Open the node' },
  { group: 'Tree', keys: ['F2'], label: 'Rename', edits: true },
  { group: 'Tree', keys: ['Alt ↑', 'Alt ↓'], label: 'Move up and down', edits: true },
  { group: 'Tree', keys: ['Alt ←', 'Alt →'], label: 'Outdent and indent', edits: true },
  { group: 'Tree', keys: ['Delete'], label: 'Delete', edits: true },
  { group: 'Writing', keys: ['Ctrl Enter'], label: 'Add the log entry' },
  { group: 'Writing', keys: ['Enter'], label: 'In the tree: save the title and add a sibling', edits: true },
  { group: 'Writing', keys: ['Tab', 'Shift Tab'], label: 'In the tree: indent and outdent', edits: true },
]

interface Props {
  /** Whether the keys that change something work for this person. */
  canEdit: boolean
  onClose: () => void
  onTour: () => void
}

/** The keyboard shortcuts modal: every key, where it works. */
export function ShortcutsDialog({ canEdit, onClose, onTour }: Props) {
  const ofCommands = readCommands().flatMap(({ group, label, keys }) => (keys ? [{ group, label, keys }] : []))
  const shortcuts: Shortcut[] = [...ofCommands, ...OF_PLACES.filter(({ edits }) => canEdit || !edits)]
  const groups = [...new Set(shortcuts.map(({ group }) => group))]
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts" width="lg">
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
      <DialogFooter>
        <Button onClick={onTour}>Take the tour</Button>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
