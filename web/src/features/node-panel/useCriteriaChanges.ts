import type { PlanNode } from '@cairn/contract/api/nodes'
import { parseCriteria } from '@cairn/contract/rules/criteria'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sayFailed } from '../../actions/failedSave.ts'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { nodeQuery } from '../../data/nodes.ts'
import { conflictOf } from '../../data/nodeWrites.ts'
import { messageOf } from '../../lib/api.ts'
import { randomKey } from '../../lib/idempotency.ts'
import { type Outgoing, outboxOf, useOutbox } from '../../lib/outbox.ts'
import { addedText, type CriteriaChange, changeCriteria } from './criteria.ts'
import { useSayKept } from './useSayKept.ts'

/** A change that adds a text. */
export interface UnsavedChange extends Outgoing {
  change: CriteriaChange
}

/** The changes of one node on their way to the server, sent one after another. */
interface Queue {
  /** The node as the server last confirmed it. */
  confirmed: PlanNode
  changes: CriteriaChange[]
  last: Promise<unknown>
}

const FAILURE = 'Failed to save acceptance criteria'
const queues = new Map<string, Queue>()
const placeOf = (nodeId: string): string => `${nodeId} unsaved criteria`

const isAddedTo = ({ acceptance_criteria }: PlanNode, change: CriteriaChange): boolean =>
  parseCriteria(acceptance_criteria).some(({ text }) => text === addedText(change))

/**
 * Changes criteria: shown immediately, saved one after another, and taken back if that fails. After a conflict a change
 * is applied again to the other person's version. A text that could not be saved stays in `unsaved`.
 */
export function useCriteriaChanges(node: PlanNode, actions: NodeActions) {
  const cache = useQueryClient()
  const { queryKey } = nodeQuery(node.plan_id, node.id)
  const sayKept = useSayKept({ planId: node.plan_id, nodeId: node.id })
  const outbox = outboxOf<UnsavedChange>(placeOf(node.id))
  const unsaved = useOutbox<UnsavedChange>(placeOf(node.id)).filter(({ error }) => error !== null)

  const show = (text: (known: PlanNode) => string | null) =>
    cache.setQueryData(
      queryKey,
      (known) => known && { ...known, value: { ...known.value, acceptance_criteria: text(known.value) } },
    )

  const send = async (queue: Queue, change: CriteriaChange, isAgain: boolean): Promise<void> => {
    for (;;) {
      const { acceptance_criteria, version: expected_version } = queue.confirmed
      const text = changeCriteria(acceptance_criteria, change)
      try {
        queue.confirmed = await actions.saveText(node.id, { acceptance_criteria: text, expected_version })
        return
      } catch (error) {
        const current = conflictOf(error)
        if (!current || current.version <= expected_version) throw error
        queue.confirmed = current
        // It was saved the first time, and only the reply was lost.
        if (isAgain && isAddedTo(current, change)) return
      }
    }
  }

  /** Shows the confirmed criteria with the changes that are left. */
  const showLeft = ({ confirmed, changes }: Queue) => {
    if (cache.getQueryData(queryKey)?.value.version !== confirmed.version)
      return void cache.invalidateQueries({ queryKey, exact: true })
    show(() => changes.reduce<string | null>(changeCriteria, confirmed.acceptance_criteria))
  }

  /** Throws the server's error. `isAgain`: an earlier call may have saved it. */
  const save = async (change: CriteriaChange, isAgain = false): Promise<void> => {
    // Undo runs long after this render.
    const confirmed = cache.getQueryData(queryKey)?.value ?? node
    const queue = queues.get(node.id) ?? { confirmed, changes: [], last: Promise.resolve() }
    queues.set(node.id, queue)
    queue.changes.push(change)
    show((known) => changeCriteria(known.acceptance_criteria, change))
    const sent = queue.last.then(() => send(queue, change, isAgain))
    queue.last = sent.catch(() => undefined)
    try {
      await sent
    } finally {
      queue.changes = queue.changes.filter((other) => other !== change)
      if (queue.changes.length === 0) queues.delete(node.id)
      showLeft(queue)
    }
  }

  const saveText = async ({ id, change }: Pick<UnsavedChange, 'id' | 'change'>, isAgain = false): Promise<boolean> => {
    try {
      await save(change, isAgain)
      outbox.drop(id)
      return true
    } catch (error) {
      const reason = messageOf(error, FAILURE)
      outbox.setError(id, reason)
      if (!outbox.isShown()) sayKept(FAILURE, reason)
      return false
    }
  }

  /** Resolves with whether the change is saved. */
  const change = async (wanted: CriteriaChange): Promise<boolean> => {
    if (addedText(wanted) !== null) {
      const item = { id: randomKey(), error: null, change: wanted }
      outbox.add(item)
      return saveText(item)
    }
    try {
      await save(wanted)
      return true
    } catch (error) {
      sayFailed(FAILURE, { id: `criteria-${node.id}`, again: () => void change(wanted) })(error)
      return false
    }
  }

  // A change may have been saved although its reply was lost.
  useEffect(() => {
    const known = cache.getQueryState(queryKey)
    if (queues.has(node.id) || !known?.data || known.isInvalidated) return
    const { value } = known.data
    for (const { id, change: wanted } of unsaved) if (isAddedTo(value, wanted)) outbox.drop(id)
  })

  return {
    change,
    /** The changes with a text that could not be saved. */
    unsaved,
    resend: (item: UnsavedChange) => {
      outbox.setError(item.id, null)
      void saveText(item, true)
    },
    discard: ({ id }: UnsavedChange) => outbox.drop(id),
  }
}
