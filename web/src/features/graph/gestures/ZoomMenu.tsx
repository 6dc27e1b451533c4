import { useMediaQuery } from '../../../lib/mediaQuery.ts'
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import type { ViewControls } from '../useViewport.ts'
import { useView } from '../view/ViewContext.ts'
import type { WheelZoom } from './useWheelZoom.ts'

const LEVELS = ['50', '100', '200'].map((value) => ({ value, label: `${value}%` }))

interface Props extends WheelZoom {
  view: ViewControls
}

/** The current zoom, which opens a menu of zoom levels and of what the wheel does. */
export function ZoomMenu({ view, wheelZooms, setWheelZooms }: Props) {
  const percent = useView(({ zoom }) => Math.round(zoom * 100))
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
      <MenuItem keys="+" onSelect={view.zoomIn}>
        Zoom in
      </MenuItem>
      <MenuItem keys="-" onSelect={view.zoomOut}>
        Zoom out
      </MenuItem>
      <MenuItem keys="0" onSelect={view.fit}>
        Fit view
      </MenuItem>
      <MenuSeparator />
      <MenuChoice value={String(percent)} options={LEVELS} onChange={(level) => view.zoomTo(Number(level) / 100)} />
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
