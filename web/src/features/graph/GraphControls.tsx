import { Maximize, Minus, Plus, Sparkles, UnfoldVertical } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { keepClearOfToasts } from '../../ui/toastPlace.ts'
import type { LayoutKind } from './layout/layout.ts'
import type { SceneControls } from './useScene.ts'
import type { ViewControls } from './useViewport.ts'

interface Props {
  kind: LayoutKind
  scene: SceneControls
  view: ViewControls
}

/** The bar in the corner of the canvas. */
export function GraphControls({ kind, scene, view }: Props) {
  return (
    <div
      ref={keepClearOfToasts}
      role="toolbar"
      aria-label="Canvas"
      className="absolute bottom-3 left-3 z-10 flex items-center gap-0.5 rounded-10 border border-line bg-surface p-1 shadow-float"
    >
      <IconButton size="sm" label="Zoom out (-)" icon={<Minus size={16} aria-hidden />} onClick={view.zoomOut} />
      <IconButton size="sm" label="Zoom in (+)" icon={<Plus size={16} aria-hidden />} onClick={view.zoomIn} />
      <IconButton size="sm" label="Fit view (0)" icon={<Maximize size={16} aria-hidden />} onClick={view.fit} />
      <span aria-hidden className="mx-1 h-5 w-px bg-line" />
      <IconButton
        size="sm"
        label="Expand all branches"
        icon={<UnfoldVertical size={16} aria-hidden />}
        onClick={() => view.fitAfter(scene.expandAll)}
      />
      <IconButton
        size="sm"
        label="Tidy up"
        icon={<Sparkles size={16} aria-hidden />}
        onClick={() => view.fitAfter(scene.tidyUp)}
      />
      <span className="max-sm:hidden @max-[380px]:hidden">
        <Segmented
          label="Graph layout"
          value={kind}
          options={[
            { value: 'tidy', label: 'Standard' },
            { value: 'compact', label: 'Compact' },
          ]}
          onChange={(next) => view.fitAfter(() => scene.setKind(next))}
        />
      </span>
    </div>
  )
}
