import { useStore } from '@xyflow/react'
import { Check, Maximize, Minus, Plus } from 'lucide-react'
import { useMediaQuery } from '../../../lib/mediaQuery.ts'
import { Menu, MenuCheck, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import type { ViewControls } from '../useViewport.ts'
import type { WheelZoom } from './useWheelZoom.ts'

const LEVELS = [50, 100, 200] as const

interface Props extends WheelZoom {
  view: ViewControls
}

/** The current zoom, which opens a menu of zoom levels and of what the wheel does. */
export function ZoomMenu({ view, wheelZooms, setWheelZooms }: Props) {
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100))
  const hasWheel = useMediaQuery('(any-pointer: fine)')
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Zoom: ${percent}%`}
          title="Zoom"
          className="h-7 min-w-11 shrink-0 rounded-6 px-1 text-12 text-muted tabular-nums transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink pointer-coarse:h-9"
        >
          {percent}%
        </button>
      }
    >
      <MenuItem icon={<Plus size={16} aria-hidden />} keys="+" onSelect={view.zoomIn}>
        Zoom in
      </MenuItem>
      <MenuItem icon={<Minus size={16} aria-hidden />} keys="-" onSelect={view.zoomOut}>
        Zoom out
      </MenuItem>
      <MenuItem icon={<Maximize size={16} aria-hidden />} keys="0" onSelect={view.fit}>
        Fit view
      </MenuItem>
      <MenuSeparator />
      {LEVELS.map((level) => (
        <MenuItem
          key={level}
          icon={level === percent ? <Check size={16} aria-hidden /> : <span className="w-4" />}
          onSelect={() => view.zoomTo(level / 100)}
        >
          {level}%
        </MenuItem>
      ))}
      {hasWheel && (
        <>
          <MenuSeparator />
          <MenuCheck checked={wheelZooms} onChange={setWheelZooms}>
            Wheel zooms
          </MenuCheck>
        </>
      )}
    </Menu>
  )
}
