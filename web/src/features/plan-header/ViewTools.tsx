import {
  CircleHelp,
  Columns2,
  ListTree,
  Maximize,
  Minimize,
  Network,
  PanelRight,
  SlidersHorizontal,
} from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuCheck, MenuChoice, MenuLabel, MenuSeparator } from '../../ui/Menu.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { LAYOUT_MODES, type LayoutMode } from '../../view-state/layoutMode.ts'
import {
  COLOR_BY,
  COLOR_BY_LABEL,
  GRAPH_OPTIONS,
  VIEW_OPTION_LABEL,
  type ViewOptions,
} from '../../view-state/viewOptions.ts'

const LAYOUT: Record<LayoutMode, { label: string; icon: React.ReactNode }> = {
  graph: { label: 'Graph (G)', icon: <Network size={16} aria-hidden /> },
  tree: { label: 'Tree (T)', icon: <ListTree size={16} aria-hidden /> },
  split: { label: 'Split (D)', icon: <Columns2 size={16} aria-hidden /> },
}
const LAYOUT_OPTIONS = LAYOUT_MODES.map((value) => ({ value, ...LAYOUT[value] }))

interface Props {
  layout: LayoutMode
  onLayout: (layout: LayoutMode) => void
  /** Whether two views fit side by side. */
  hasSplit: boolean
  options: ViewOptions
  onOptions: (changes: Partial<ViewOptions>) => void
  isFull: boolean
  /** Undefined if the browser has no full screen. */
  onFull: (() => void) | undefined
  isSidebarOpen: boolean
  /** Undefined if there is nothing that it could show. */
  onSidebar: (() => void) | undefined
  onHelp: () => void
}

/** View controls: layout, canvas options, full screen, help and sidebar. */
export function ViewTools({
  layout,
  onLayout,
  hasSplit,
  options,
  onOptions,
  isFull,
  onFull,
  isSidebarOpen,
  onSidebar,
  onHelp,
}: Props) {
  return (
    <div className="flex items-center gap-1">
      <span data-tour="view-modes">
        <Segmented
          label="Layout"
          value={layout}
          options={hasSplit ? LAYOUT_OPTIONS : LAYOUT_OPTIONS.filter(({ value }) => value !== 'split')}
          onChange={onLayout}
        />
      </span>
      {layout !== 'tree' && (
        <Menu trigger={<IconButton label="View options" icon={<SlidersHorizontal size={16} aria-hidden />} />}>
          {GRAPH_OPTIONS.map((option) => (
            <MenuCheck key={option} checked={options[option]} onChange={(checked) => onOptions({ [option]: checked })}>
              {VIEW_OPTION_LABEL[option]}
            </MenuCheck>
          ))}
          <MenuSeparator />
          <MenuLabel>
            <span className="text-12 text-muted">Color by</span>
          </MenuLabel>
          <MenuChoice
            value={options.colorBy}
            options={COLOR_BY.map((value) => ({ value, label: COLOR_BY_LABEL[value] }))}
            onChange={(colorBy) => onOptions({ colorBy })}
          />
        </Menu>
      )}
      {onFull && (
        <IconButton
          label={isFull ? 'Exit full screen' : 'Full screen'}
          icon={isFull ? <Minimize size={16} aria-hidden /> : <Maximize size={16} aria-hidden />}
          onClick={onFull}
          className="max-md:hidden"
        />
      )}
      <IconButton
        label="Help (?)"
        icon={<CircleHelp size={16} aria-hidden />}
        onClick={onHelp}
        className="max-sm:hidden"
      />
      {onSidebar && (
        <IconButton
          label="Toggle sidebar (S)"
          icon={<PanelRight size={16} aria-hidden />}
          pressed={isSidebarOpen}
          onClick={onSidebar}
          className="max-lg:hidden"
        />
      )}
    </div>
  )
}
