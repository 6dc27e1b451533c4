import {
  Activity,
  Bot,
  CalendarDays,
  ChartNoAxesColumn,
  CircleHelp,
  Copy,
  Download,
  Ellipsis,
  FileImage,
  FilePenLine,
  ImageDown,
  Maximize,
  Minimize,
  NotebookPen,
  Printer,
  Redo2,
  Trash2,
  Undo2,
  Webhook,
} from 'lucide-react'
import type { Undo } from '../../actions/useUndo.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator, MenuSub } from '../../ui/Menu.tsx'

interface Props {
  /** Undefined if the header shows undo and redo as buttons. */
  undo: Pick<Undo, 'undo' | 'redo'> | undefined
  isFull: boolean
  /** Undefined if the browser has no full screen. */
  onFull: (() => void) | undefined
  /** Undefined while the insights are shown beside the plan. */
  onInsights: (() => void) | undefined
  onActivity: () => void
  onRuns: () => void
  onTrash: () => void
  onCalendar: () => void
  /** Undefined for people who may not manage them. */
  onWebhooks: (() => void) | undefined
  /** Saves the plan as a file. */
  onSave: () => void
  /** Undefined for people who may not edit. */
  onOutline: (() => void) | undefined
  /** Undefined without an AI service. */
  onReport: (() => void) | undefined
  /** Undefined while no graph is shown. */
  onExport: ((format: 'png' | 'svg' | 'print') => void) | undefined
  onHelp: () => void
  onDuplicate: () => void
  /** Undefined for people who do not own the plan. */
  onDelete: (() => void) | undefined
}

const ICON = { size: 16, 'aria-hidden': true } as const

/** The menu of a plan: insights, activity, runs, trash, calendar, webhooks, outline, export, the plan itself and full screen. */
export function PlanMenu({
  undo,
  isFull,
  onFull,
  onInsights,
  onActivity,
  onRuns,
  onTrash,
  onCalendar,
  onWebhooks,
  onSave,
  onOutline,
  onReport,
  onExport,
  onHelp,
  onDuplicate,
  onDelete,
}: Props) {
  return (
    <Menu trigger={<IconButton label="More" icon={<Ellipsis size={18} aria-hidden />} />}>
      {undo?.undo && (
        <MenuItem icon={<Undo2 {...ICON} />} onSelect={undo.undo.run}>
          {undo.undo.label}
        </MenuItem>
      )}
      {undo?.redo && (
        <MenuItem icon={<Redo2 {...ICON} />} onSelect={undo.redo.run}>
          {undo.redo.label}
        </MenuItem>
      )}
      {onInsights && (
        <MenuItem icon={<ChartNoAxesColumn {...ICON} />} onSelect={onInsights}>
          Plan insights
        </MenuItem>
      )}
      <MenuItem icon={<Activity {...ICON} />} onSelect={onActivity}>
        Plan activity
      </MenuItem>
      <MenuItem icon={<Bot {...ICON} />} onSelect={onRuns}>
        Agent runs
      </MenuItem>
      <MenuItem icon={<Trash2 {...ICON} />} onSelect={onTrash}>
        Trash
      </MenuItem>
      <MenuItem icon={<CalendarDays {...ICON} />} onSelect={onCalendar}>
        Plan calendar…
      </MenuItem>
      {onWebhooks && (
        <MenuItem icon={<Webhook {...ICON} />} onSelect={onWebhooks}>
          Webhooks…
        </MenuItem>
      )}
      <MenuItem icon={<Download {...ICON} />} onSelect={onSave}>
        Export plan…
      </MenuItem>
      {onOutline && (
        <MenuItem icon={<FilePenLine {...ICON} />} onSelect={onOutline}>
          Edit as outline…
        </MenuItem>
      )}
      {onReport && (
        <MenuItem icon={<NotebookPen {...ICON} />} onSelect={onReport}>
          Draft weekly report…
        </MenuItem>
      )}
      {onExport && (
        <MenuSub label="Export graph" icon={<ImageDown {...ICON} />}>
          <MenuItem icon={<ImageDown {...ICON} />} onSelect={() => onExport('png')}>
            PNG
          </MenuItem>
          <MenuItem icon={<FileImage {...ICON} />} onSelect={() => onExport('svg')}>
            SVG
          </MenuItem>
          <MenuItem icon={<Printer {...ICON} />} onSelect={() => onExport('print')}>
            Print
          </MenuItem>
        </MenuSub>
      )}
      <MenuItem icon={<Copy {...ICON} />} onSelect={onDuplicate}>
        Duplicate plan
      </MenuItem>
      <MenuSeparator />
      {onFull && (
        <MenuItem icon={isFull ? <Minimize {...ICON} /> : <Maximize {...ICON} />} onSelect={onFull}>
          {isFull ? 'Exit full screen' : 'Full screen'}
        </MenuItem>
      )}
      <MenuItem icon={<CircleHelp {...ICON} />} keys="?" onSelect={onHelp}>
        Help
      </MenuItem>
      {onDelete && (
        <>
          <MenuSeparator />
          <MenuItem tone="danger" icon={<Trash2 {...ICON} />} onSelect={onDelete}>
            Delete plan
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
