import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'

interface Group {
  title: string
  keys: readonly { keys: readonly string[]; does: string }[]
}

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Every key of the workspace, where it works. */
const GROUPS: readonly Group[] = [
  {
    title: 'Plan',
    keys: [
      { keys: ['N'], does: 'Add node' },
      { keys: ['S'], does: 'Toggle sidebar' },
      { keys: ['T'], does: 'Tree' },
      { keys: ['G'], does: 'Graph' },
      { keys: ['D'], does: 'Split' },
      { keys: ['?'], does: 'Help' },
    ],
  },
  {
    title: 'Graph and split',
    keys: [
      { keys: ['+', '='], does: 'Zoom in' },
      { keys: ['-'], does: 'Zoom out' },
      { keys: ['0'], does: 'Fit view' },
    ],
  },
  {
    title: 'Tree',
    keys: [
      { keys: [`${command} F`], does: 'Search the tree' },
      { keys: ['Esc'], does: 'Clear the search' },
      { keys: ['↑', '↓'], does: 'Go through the rows' },
      { keys: ['←', '→'], does: 'Close and open a branch' },
      { keys: ['Enter'], does: 'Open the node' },
      { keys: ['F2'], does: 'Rename' },
      { keys: ['Alt ↑', 'Alt ↓'], does: 'Move up and down' },
      { keys: ['Alt ←', 'Alt →'], does: 'Outdent and indent' },
      { keys: ['Delete'], does: 'Delete' },
    ],
  },
  {
    title: 'Writing',
    keys: [
      { keys: ['Ctrl Enter'], does: 'Add the log entry' },
      { keys: ['Enter'], does: 'In the tree: save the title and add a sibling' },
      { keys: ['Tab', 'Shift Tab'], does: 'In the tree: indent and outdent' },
    ],
  },
]

/** The keyboard shortcuts modal. */
export function ShortcutsDialog({ onClose, onTour }: { onClose: () => void; onTour: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts" width="lg">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-2 font-medium text-12 text-muted">{title}</h3>
            <dl className="flex flex-col gap-2">
              {keys.map(({ keys: names, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 text-13">
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {names.map((name) => (
                      <Kbd key={name}>{name}</Kbd>
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
