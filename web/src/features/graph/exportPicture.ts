import { messageOf } from '../../lib/api.ts'
import { counted } from '../../lib/numbers.ts'
import { fullDay, localDay } from '../../lib/relativeTime.ts'
import { toast } from '../../ui/Toast.tsx'
import type { Coloring } from './coloring.ts'
import type { ExportFormat } from './export/exportGraph.ts'
import type { Painting } from './paint/paint.ts'
import { readLightPalette } from './paint/palette.ts'
import type { Scene } from './paint/scene.ts'

interface Shown {
  title: string
  legend: Coloring['entries']
  scene: Scene
  painting: Painting
}

const TOAST = 'export-graph'
/** Faster exports, in ms, do not say that they are busy. */
const BUSY_AFTER = 300
let isBusy = false

/** Exports all that is expanded, in the colors of the theme; on paper in those of the light theme. */
export async function exportPicture(format: ExportFormat, { title, legend, scene, painting }: Shown): Promise<void> {
  if (isBusy) return
  const extent = scene.extents.get(null)
  if (!extent) return void toast('The plan has no nodes to export')
  isBusy = true
  const busy = setTimeout(
    () => toast.loading('Exporting graph...', { id: TOAST, duration: Number.POSITIVE_INFINITY }),
    BUSY_AFTER,
  )
  try {
    const { exportGraph } = await import('./export/exportGraph.ts')
    const zoom = await exportGraph(format, {
      title,
      note: `${fullDay(localDay())} · ${counted(scene.layout.boxes.size, 'node')}`,
      legend,
      extent,
      painting: {
        ...painting,
        palette: format === 'print' ? readLightPalette() : painting.palette,
        cards: NO_CARDS,
        hasControls: false,
        tileBelow: 0,
        isMarked: () => false,
        nodeOf: (id) => {
          const node = painting.nodeOf(id)
          return node && { ...node, selected: false }
        },
      },
    })
    toast.dismiss(TOAST)
    if (format === 'png' && zoom < 1)
      toast(`The graph is too large for a PNG at full size. It was exported at ${Math.round(zoom * 100)}%.`)
  } catch (error) {
    toast.dismiss(TOAST)
    toast.error(messageOf(error, 'Failed to export graph'))
  } finally {
    clearTimeout(busy)
    isBusy = false
  }
}

const NO_CARDS: ReadonlySet<string> = new Set()
