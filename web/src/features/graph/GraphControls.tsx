import { Maximize, Minus, Plus, Sparkles, UnfoldVertical } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import type { LayoutKind } from './layout.ts'

interface Props {
  kind: LayoutKind
  onKind: (kind: LayoutKind) => void
  onZoomIn: () => void
  onZoomOut: () => void
  onFit: () => void
  onTidyUp: () => void
  onExpandAll: () => void
}

/** The bar in the corner of the canvas. */
export function GraphControls({ kind, onKind, onZoomIn, onZoomOut, onFit, onTidyUp, onExpandAll }: Props) {
  return (
    <div
      role="toolbar"
      aria-label="Canvas"
      className="absolute bottom-3 left-3 z-10 flex items-center gap-0.5 rounded-10 border border-line bg-surface p-1 shadow-float"
    >
      <IconButton size="sm" label="Zoom out (-)" icon={<Minus size={16} aria-hidden />} onClick={onZoomOut} />
      <IconButton size="sm" label="Zoom in (+)" icon={<Plus size={16} aria-hidden />} onClick={onZoomIn} />
      <IconButton size="sm" label="Fit view (0)" icon={<Maximize size={16} aria-hidden />} onClick={onFit} />
      <span aria-hidden className="mx-1 h-5 w-px bg-line" />
      <IconButton
        size="sm"
        label="Expand the whole graph"
        icon={<UnfoldVertical size={16} aria-hidden />}
        onClick={onExpandAll}
      />
      <IconButton size="sm" label="Tidy up" icon={<Sparkles size={16} aria-hidden />} onClick={onTidyUp} />
      <span className="max-sm:hidden">
        <Segmented
          label="Layout"
          value={kind}
          options={[
            { value: 'tidy', label: 'Tree' },
            { value: 'compact', label: 'Compact' },
          ]}
          onChange={onKind}
        />
      </span>
    </div>
  )
}
