// The commands that change what tree and graph show.
import {
  ArrowUpFromLine,
  Columns2,
  Eye,
  EyeOff,
  FileImage,
  ImageDown,
  LayoutDashboard,
  ListTree,
  Maximize,
  Minus,
  Network,
  Palette as PaletteIcon,
  PanelRight,
  Plus,
  Printer,
  Scan,
  ScanSearch,
  UnfoldVertical,
  Waypoints,
} from 'lucide-react'
import type { GraphHandle } from '../../features/graph/useGraphCommands.ts'
import type { Command } from '../../lib/commands.ts'
import { toast } from '../../ui/Toast.tsx'
import { COLOR_BY, COLOR_BY_LABEL, VIEW_OPTION_LABEL, VIEW_OPTIONS } from '../../view-state/viewOptions.ts'
import { nodeAt } from '../nodeAt.ts'
import { type CommandTargets, ICON } from './commandTargets.ts'

const LAYOUTS = [
  { mode: 'tree', label: 'Tree', keys: ['T'], icon: <ListTree {...ICON} /> },
  { mode: 'graph', label: 'Graph', keys: ['G'], icon: <Network {...ICON} /> },
  { mode: 'split', label: 'Split', keys: ['D'], icon: <Columns2 {...ICON} /> },
] as const

export function viewCommands({ view }: CommandTargets): Command[] {
  const group = 'View'
  const { options } = view
  return [
    ...LAYOUTS.map(({ mode, ...look }) => ({
      group,
      ...look,
      also: 'layout',
      run: mode === view.layout || (mode === 'split' && !view.isWide) ? undefined : () => view.setLayout(mode),
    })),
    {
      group,
      label: 'Toggle sidebar',
      also: 'insights panel',
      icon: <PanelRight {...ICON} />,
      keys: ['S'],
      run: view.isWide ? view.toggleSidebar : undefined,
    },
    {
      group,
      label: view.isFull ? 'Exit full screen' : 'Full screen',
      also: 'fullscreen',
      icon: <Maximize {...ICON} />,
      run: view.toggleFull,
    },
    ...COLOR_BY.map((colorBy) => ({
      group,
      label: `Color by ${COLOR_BY_LABEL[colorBy].toLowerCase()}`,
      also: 'view options legend',
      icon: <PaletteIcon {...ICON} />,
      run: view.hasGraph && options.colorBy !== colorBy ? () => view.setOptions({ colorBy }) : undefined,
    })),
    ...VIEW_OPTIONS.map((option) => ({
      group,
      label: `${options[option] ? 'Hide' : 'Show'} ${VIEW_OPTION_LABEL[option].toLowerCase()}`,
      also: 'view options',
      icon: options[option] ? <EyeOff {...ICON} /> : <Eye {...ICON} />,
      run: (option === 'details' ? view.hasTree : view.hasGraph)
        ? () => view.setOptions({ [option]: !options[option] })
        : undefined,
    })),
  ]
}

/** Commands that show one branch instead of the whole plan. */
export function focusCommands({ view, focus, selectedId }: CommandTargets): Command[] {
  const group = 'View'
  const { goUp, branchId } = focus
  return [
    {
      group,
      label: 'Focus on branch',
      also: 'zoom into subtree only',
      icon: <ScanSearch {...ICON} />,
      keys: ['Z'],
      run: view.hasGraph || view.hasTree ? () => focus.enter(nodeAt(document.activeElement) ?? selectedId) : undefined,
    },
    { group, label: 'Up one level', also: 'focus parent', icon: <ArrowUpFromLine {...ICON} />, keys: ['U'], run: goUp },
    {
      group,
      label: 'Show whole plan',
      also: 'leave focus branch',
      icon: <Network {...ICON} />,
      run: branchId === null ? undefined : () => focus.show(null),
    },
  ]
}

const EXPORTS = [
  { format: 'png', label: 'Export graph as PNG', icon: <ImageDown {...ICON} /> },
  { format: 'svg', label: 'Export graph as SVG', icon: <FileImage {...ICON} /> },
  { format: 'print', label: 'Print graph', icon: <Printer {...ICON} /> },
] as const

/** How much a held key zooms with each repetition, of which there are about 30 a second. */
const HELD_STEP = 1.05

export function graphCommands({ view, graph, selectedId }: CommandTargets): Command[] {
  const onGraph = (run: (handle: GraphHandle) => void) =>
    view.hasGraph ? () => graph.current && run(graph.current) : undefined
  const group = 'Graph'
  return [
    {
      group,
      label: 'Zoom in',
      icon: <Plus {...ICON} />,
      keys: ['+', '='],
      run: onGraph((handle) => handle.zoomIn()),
      hold: onGraph((handle) => handle.zoomBy(HELD_STEP)),
    },
    {
      group,
      label: 'Zoom out',
      icon: <Minus {...ICON} />,
      keys: ['-'],
      run: onGraph((handle) => handle.zoomOut()),
      hold: onGraph((handle) => handle.zoomBy(1 / HELD_STEP)),
    },
    {
      group,
      label: 'Fit view',
      icon: <Scan {...ICON} />,
      keys: ['0'],
      run: onGraph((handle) => handle.fit()),
    },
    {
      group,
      label: 'Highlight dependencies',
      also: 'path blocked by waiting for',
      icon: <Waypoints {...ICON} />,
      keys: ['P'],
      run: onGraph((handle) => {
        const id = nodeAt(document.activeElement) ?? selectedId
        if (id === null) toast('Select a node to highlight its dependencies', { id: 'path-none' })
        else handle.togglePath(id)
      }),
    },
    {
      group,
      label: 'Tidy up',
      also: 'lay out again',
      icon: <LayoutDashboard {...ICON} />,
      run: onGraph((handle) => handle.tidyUp()),
    },
    ...EXPORTS.map(({ format, ...look }) => ({
      group,
      ...look,
      also: 'export download save image picture',
      run: onGraph((handle) => handle.exportAs(format)),
    })),
    {
      group,
      label: 'Expand all branches',
      icon: <UnfoldVertical {...ICON} />,
      run: onGraph((handle) => handle.expandAll()),
    },
  ]
}
