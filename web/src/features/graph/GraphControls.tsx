import { ArrowDown, ArrowRight, LayoutDashboard, Maximize, Minimize, Minus, Palette, Plus } from 'lucide-react'
import { memo } from 'react'
import { counted } from '../../lib/numbers.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { keepClearOfToasts } from '../../ui/toastOffset.ts'
import type { WheelZoom } from './gestures/useWheelZoom.ts'
import { ZoomMenu } from './gestures/ZoomMenu.tsx'
import type { Layout } from './layout/geometry.ts'
import type { SceneControls } from './useScene.ts'
import type { ViewControls } from './useViewport.ts'

interface Props {
  layout: Layout
  levels: { count: number; shown: number | undefined }
  scene: SceneControls
  view: ViewControls
  wheel: WheelZoom
  legend: { isOpen: boolean; toggle: () => void }
  /** Defined in full screen. */
  onExitFull: (() => void) | undefined
}

/** The toolbar in the corner of the canvas. */
export const GraphControls = memo(function GraphControls({
  layout,
  levels,
  scene,
  view,
  wheel,
  legend,
  onExitFull,
}: Props) {
  return (
    <div
      ref={keepClearOfToasts}
      role="toolbar"
      aria-label="Canvas"
      className="absolute bottom-3 left-3 z-10 flex max-w-[calc(100%-1.5rem)] flex-wrap items-center gap-0.5 rounded-10 border border-line bg-surface p-1 shadow-float @max-[400px]:gap-0"
    >
      <IconButton
        size="sm"
        label="Zoom out (-)"
        icon={<Minus size={16} aria-hidden />}
        onClick={view.zoomOut}
        className="@max-[480px]:hidden"
      />
      <ZoomMenu view={view} {...wheel} />
      <IconButton
        size="sm"
        label="Zoom in (+)"
        icon={<Plus size={16} aria-hidden />}
        onClick={view.zoomIn}
        className="@max-[480px]:hidden"
      />
      <IconButton size="sm" label="Fit view (0)" icon={<Maximize size={16} aria-hidden />} onClick={view.fit} />
      <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-line @max-[400px]:mx-0" />
      {levels.count > 1 && <Levels {...levels} onShow={(index) => view.fitAfter(() => scene.showLevel(index))} />}
      <IconButton
        size="sm"
        label="Tidy up"
        icon={<LayoutDashboard size={16} aria-hidden />}
        onClick={() => view.fitAfter(scene.tidyUp)}
      />
      <IconButton
        size="sm"
        label={layout.direction === 'down' ? 'Lay out from left to right' : 'Lay out from top to bottom'}
        icon={layout.direction === 'down' ? <ArrowRight size={16} aria-hidden /> : <ArrowDown size={16} aria-hidden />}
        onClick={() => view.fitAfter(() => scene.setDirection(layout.direction === 'down' ? 'right' : 'down'))}
      />
      <IconButton
        size="sm"
        label="Legend"
        icon={<Palette size={16} aria-hidden />}
        pressed={legend.isOpen}
        onClick={legend.toggle}
      />
      <span className="max-sm:hidden @max-[480px]:hidden">
        <Segmented
          label="Graph layout"
          value={layout.kind}
          options={[
            { value: 'tidy', label: 'Standard' },
            { value: 'compact', label: 'Compact' },
          ]}
          onChange={(next) => view.fitAfter(() => scene.setKind(next))}
        />
      </span>
      {onExitFull && (
        // The button that started full screen is gone, and with it the focus.
        <IconButton
          autoFocus
          size="sm"
          label="Exit full screen"
          icon={<Minimize size={16} aria-hidden />}
          onClick={onExitFull}
        />
      )}
    </div>
  )
})

/** How many levels have their own button, besides "All". */
const BUTTONS_MAX = 3

/** Buttons that expand the graph to one of the first levels, or to all. */
function Levels({ count, shown, onShow }: Props['levels'] & { onShow: (index: number) => void }) {
  const indices = Array.from({ length: Math.min(count - 1, BUTTONS_MAX) }, (_, index) => index)
  return (
    <fieldset className="flex shrink-0 items-center gap-0.5 @max-[400px]:gap-0">
      <legend className="sr-only">Levels</legend>
      {[...indices, count - 1].map((index) => {
        const isLast = index === count - 1
        return (
          <button
            key={index}
            type="button"
            aria-label={isLast ? 'Show all levels' : `Show ${counted(index + 1, 'level')}`}
            aria-pressed={shown === index + 1}
            onClick={() => onShow(index)}
            className="h-7 min-w-7 pointer-coarse:h-10 pointer-coarse:min-w-9 rounded-6 px-1.5 text-12 text-muted hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          >
            {isLast ? 'All' : index + 1}
          </button>
        )
      })}
      <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-line @max-[400px]:mx-0" />
    </fieldset>
  )
}
