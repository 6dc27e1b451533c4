import { sayNotCreated } from '../../../actions/failedCreation.ts'
import type { NodeActions } from '../../../actions/nodeActions.ts'
import { useLatest } from '../../../lib/useLatest.ts'
import type { CardFocus } from '../cards/useCardFocus.ts'
import type { useMenu } from '../useMenu.ts'
import type { SceneControls } from '../useScene.ts'
import type { ViewControls } from '../useViewport.ts'
import { useViewStore } from '../view/ViewContext.ts'
import { FAR_ZOOM } from '../zoomLevels.ts'
import type { Draft, useDrafts } from './useDrafts.ts'

interface Options {
  planId: string
  actions: NodeActions
  drafts: ReturnType<typeof useDrafts>
  controls: SceneControls
  cards: CardFocus
  view: ViewControls
  menu: ReturnType<typeof useMenu>
}

export interface Creation {
  byKey: boolean
  /** Whether the card of the title is still shown. */
  isShown: () => boolean
}

/**
 * Returns the function that creates a node that was typed on the canvas: it takes its place, its focus and its line.
 * Rejects while the card of the title is shown, else reports the failure.
 */
export function useCreation({ planId, actions, drafts, controls, cards, view, menu }: Options) {
  const canvas = useViewStore()
  const latest = useLatest(drafts.open)
  return async (draft: Draft, title: string, { byKey, isShown }: Creation): Promise<void> => {
    const { box, parent_id, node_type, isPlaced, drawn } = draft
    const node = { title, node_type, parent_id, order_index: null }
    const fail = sayNotCreated(planId, node, actions.create)
    const create = () => actions.create(node)
    const created = await (isPlaced ? controls.createAt(box, { parent_id, title }, create) : create()).catch(
      (error: unknown) => {
        if (isShown()) throw error
        fail(error)
      },
    )
    if (!created) return
    const { id } = created
    drafts.end(draft)
    controls.reveal(id)
    // The next title that is typed keeps the focus.
    const isLast = latest.current.every(({ key }) => key === draft.key)
    // Not `focus`, which moves the view to the place that the node had before.
    if (byKey && isLast) cards.want(id)
    // From far away there is no card to focus.
    if (byKey && isLast && view.view().zoom < FAR_ZOOM) cards.hold()
    if (!drawn) return
    const { nodeId, end } = drawn
    const at = canvas.toWindow({ x: box.x, y: box.y + box.height })
    const [source_id, target_id] = end === 'source' ? [nodeId, id] : [id, nodeId]
    menu.ref.current?.open({ of: 'edge', source_id, target_id, at })
  }
}
