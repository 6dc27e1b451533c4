import type { Plan } from '@cairn/contract/api/plans'
import { type Ref, type RefObject, useImperativeHandle } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { shorten } from '../../lib/shorten.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { toast } from '../../ui/Toast.tsx'
import type { CardFocus } from './cards/useCardFocus.ts'
import { countedEntries } from './coloring.ts'
import type { ExportFormat } from './export/exportGraph.ts'
import { exportPicture } from './exportPicture.ts'
import { routeEdges } from './layout/edgeRoutes.ts'
import type { Scene } from './paint/scene.ts'
import type { Drawing } from './useDrawing.ts'
import type { Emphasis } from './useEmphasis.ts'
import type { SceneControls } from './useScene.ts'
import type { ViewControls } from './useViewport.ts'

/** The methods that page commands call. */
export interface GraphHandle {
  zoomIn: () => void
  zoomOut: () => void
  /** Multiplies the zoom, without animation. */
  zoomBy: (factor: number) => void
  fit: () => void
  tidyUp: () => void
  expandAll: () => void
  /** Highlights what a node waits for and what waits for it, or ends that. */
  togglePath: (id: string) => void
  exportAs: (format: ExportFormat) => void
  /** Centers a node and expands the branches above it. */
  show: (id: string) => void
  /** Like `show`, and focuses the card. */
  focus: (id: string) => void
}

interface Options {
  plan: Plan
  nodes: PlanNodes
  branchId: string | null
  scene: Scene
  emphasis: Emphasis
  drawing: Drawing
}

/** The commands of page and menus that depend on what is shown. The same functions in every render. */
export function useGraphCommands({ plan, nodes, branchId, scene, emphasis, drawing }: Options) {
  const togglePath = useLatest((id: string) => {
    if (emphasis.path.toggle(id)) return
    const node = nodes.get(id)
    if (node) toast(`“${shorten(titleOf(node), 60)}” has no dependencies`, { id: 'no dependencies' })
  })
  const exportAs = useLatest((format: ExportFormat) =>
    exportPicture(format, {
      title: branchId === null ? plan.title : `${plan.title}: ${titleOf(nodes.get(branchId) ?? plan)}`,
      legend: countedEntries(nodes, drawing.coloring, branchId, null),
      scene,
      painting: {
        ...drawing.wholePainting,
        dimming: emphasis.dimming,
        path: emphasis.drawnPath,
        edges: [...routeEdges(emphasis.shownEdges, scene.layout).values()],
      },
    }),
  )
  return { togglePath, exportAs }
}

interface Handled {
  view: ViewControls
  controls: SceneControls
  cards: CardFocus
  show: (id: string) => void
  togglePath: RefObject<(id: string) => void>
  exportAs: RefObject<(format: ExportFormat) => Promise<void>>
}

/** Gives the commands to the page. */
export function useGraphHandle(
  ref: Ref<GraphHandle> | undefined,
  { view, controls, cards, show, togglePath, exportAs }: Handled,
): void {
  useImperativeHandle(ref, () => {
    const { zoomIn, zoomOut, zoomBy, fit, fitAfter } = view
    const { tidyUp, expandAll } = controls
    const focus = (id: string) => {
      controls.reveal(id)
      cards.focus(id)
    }
    return {
      ...{ zoomIn, zoomOut, zoomBy, fit, show, focus },
      togglePath: (id) => togglePath.current(id),
      exportAs: (format) => void exportAs.current(format),
      tidyUp: () => fitAfter(tidyUp),
      expandAll: () => fitAfter(expandAll),
    }
  }, [view, show, controls, cards, togglePath, exportAs])
}
