import {
  ArrowDown,
  ArrowRight,
  FileImage,
  ImageDown,
  LayoutDashboard,
  ListChecks,
  Maximize,
  Plus,
  Printer,
  UnfoldVertical,
} from 'lucide-react'
import { MOD } from '../../../lib/shortcuts.ts'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import type { ExportFormat } from '../export/exportGraph.ts'
import type { Direction, Point } from '../layout/geometry.ts'

export interface OpenCanvasMenu {
  /** The position on the screen. */
  at: Point
}

export interface CanvasMenuProps {
  menu: OpenCanvasMenu
  direction: Direction
  ways: {
    /** Undefined without permission to edit. */
    add?: ((at: Point) => void) | undefined
    selectAll?: (() => void) | undefined
    fit: () => void
    tidyUp: () => void
    /** Undefined when all are shown. */
    showAll?: (() => void) | undefined
    setDirection: (direction: Direction) => void
    export: (format: ExportFormat) => void
  }
  /** Returns the focus to the canvas. */
  onFocus: () => void
  onClose: () => void
}

/** The menu of the empty canvas, opened by right click, long press or the menu key. */
export function CanvasMenu({ menu: { at }, direction, ways, onFocus, onClose }: CanvasMenuProps) {
  const { add, selectAll, showAll } = ways
  return (
    <Menu
      open
      align="start"
      side="right"
      onOpenChange={(open) => !open && onClose()}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        // The title field of a new node has taken it already.
        if (document.activeElement === null || document.activeElement === document.body) onFocus()
      }}
      trigger={<span aria-hidden className="fixed size-0" style={{ left: at.x, top: at.y }} />}
    >
      {add && (
        <>
          <MenuItem icon={<Plus size={16} aria-hidden />} onSelect={() => add(at)}>
            Add node here
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<Maximize size={16} aria-hidden />} keys="0" onSelect={ways.fit}>
        Fit view
      </MenuItem>
      <MenuItem icon={<LayoutDashboard size={16} aria-hidden />} onSelect={ways.tidyUp}>
        Tidy up
      </MenuItem>
      {showAll && (
        <MenuItem icon={<UnfoldVertical size={16} aria-hidden />} onSelect={showAll}>
          Show all levels
        </MenuItem>
      )}
      {direction === 'down' ? (
        <MenuItem icon={<ArrowRight size={16} aria-hidden />} onSelect={() => ways.setDirection('right')}>
          Lay out from left to right
        </MenuItem>
      ) : (
        <MenuItem icon={<ArrowDown size={16} aria-hidden />} onSelect={() => ways.setDirection('down')}>
          Lay out from top to bottom
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<ImageDown size={16} aria-hidden />} onSelect={() => ways.export('png')}>
        Export as PNG
      </MenuItem>
      <MenuItem icon={<FileImage size={16} aria-hidden />} onSelect={() => ways.export('svg')}>
        Export as SVG
      </MenuItem>
      <MenuItem icon={<Printer size={16} aria-hidden />} onSelect={() => ways.export('print')}>
        Print
      </MenuItem>
      {selectAll && (
        <>
          <MenuSeparator />
          <MenuItem icon={<ListChecks size={16} aria-hidden />} keys={`${MOD} A`} onSelect={selectAll}>
            Select all
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
