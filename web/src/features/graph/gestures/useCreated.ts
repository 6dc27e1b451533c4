import { useReactFlow } from '@xyflow/react'
import type { CardFocus } from '../cards/useCardFocus.ts'
import type { useMenu } from '../useMenu.ts'
import type { SceneControls } from '../useScene.ts'
import type { ViewControls } from '../useViewport.ts'
import { FAR_ZOOM } from '../zoomLevels.ts'
import type { useDrafts } from './useDrafts.ts'

interface Options {
  drafts: ReturnType<typeof useDrafts>
  controls: SceneControls
  cards: CardFocus
  view: ViewControls
  menu: ReturnType<typeof useMenu>
}

/** Returns what happens when the node that was typed on the canvas exists: it takes its place, its focus and its line. */
export function useCreated({ drafts, controls, cards, view, menu }: Options) {
  const flow = useReactFlow()
  return ({ id }: { id: string }, { byKey }: { byKey: boolean }) => {
    const { draft } = drafts
    drafts.end()
    if (!draft) return
    if (draft.isPlaced) controls.put(id, { x: draft.box.x, y: draft.box.y })
    controls.reveal(id)
    // Not `focus`, which moves the view to the place that the node had before.
    if (byKey) cards.want(id)
    // From far away there is no card to focus.
    if (byKey && view.view().zoom < FAR_ZOOM) cards.hold()
    if (!draft.drawn) return
    const { nodeId, end } = draft.drawn
    const at = flow.flowToScreenPosition({ x: draft.box.x, y: draft.box.y + draft.box.height })
    const [source_id, target_id] = end === 'source' ? [nodeId, id] : [id, nodeId]
    menu.ref.current?.open({ of: 'edge', source_id, target_id, at })
  }
}
