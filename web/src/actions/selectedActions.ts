import type { Selection } from '../view-state/selection.ts'
import type { BulkActions } from './bulkActions.ts'
import type { NodeActions } from './nodeActions.ts'

/** The actions of tree and graph: what is done to one of several selected nodes is done to all of them. */
export const forSelection = (actions: NodeActions, bulk: BulkActions, selection: Selection): NodeActions => ({
  ...actions,
  setStatus: (id, status) => {
    const several = selection.severalWith(id)
    if (several) void bulk.run(several, { kind: 'status', status })
    else actions.setStatus(id, status)
  },
  duplicate: (id) => {
    const several = selection.severalWith(id)
    if (several) void bulk.run(several, { kind: 'duplicate' })
    else actions.duplicate(id)
  },
})
