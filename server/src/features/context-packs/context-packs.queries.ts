import { type ContextPack, PACK_SECTIONS, PACK_TOKENS, type PackOptions } from '@cairn/contract/api/contextPack'
import type { EdgeKind } from '@cairn/contract/api/edges'
import { mentionedIds } from '@cairn/contract/rules/mentions'
import { notFound } from '../../base/errors.ts'
import type { Ctx } from '../../core/ctx.ts'
import { type PlanAccess, requireAccess } from '../../core/plan-access.ts'
import { snapshot } from '../../db/snapshot.ts'
import {
  countChildren,
  listDecisions,
  listFiles,
  listLinked,
  listMentionedNames,
  listNearestSiblings,
  listPath,
  listRecentLogs,
} from './context-packs.repo.ts'
import { isByEditor, isDecision, type Limits, type PackReader, type PackSource, sectionsOf } from './pack.sections.ts'
import { writePack } from './pack.text.ts'

/** What an agent needs to work on a node, within a budget. The same state always gives the same bytes. */
export async function getContextPack(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  { max_tokens, since_hash }: PackOptions,
  reader: PackReader = 'rest',
): Promise<ContextPack> {
  const read = await snapshot(ctx, (at) => readSource(at, planId, nodeId, limitsOf(max_tokens)))
  const sections = sectionsOf({ ...read, reader, isLargest: max_tokens === PACK_TOKENS.max })
  const pack = writePack(
    { planId, nodeId },
    sections.map(({ section }) => section),
    { max_tokens, since_hash },
  )
  return {
    text: pack.text,
    tokens: pack.tokens,
    max_tokens,
    hash: pack.hash,
    sections: PACK_SECTIONS.flatMap((section, i) => {
      const fitted = pack.sections[i]
      const { total = null } = sections[i] ?? {}
      return fitted ? [{ section, total, ...fitted }] : []
    }),
  }
}

/** Whether the node's instructions instruct an agent, or are data like every other text. The caller has authorized the plan. */
export async function areInstructionsByEditor(ctx: Ctx, plan: PlanAccess, nodeId: string): Promise<boolean> {
  const [node] = await listPath(ctx.db, plan.id, nodeId, { own: 0, above: 0, instructions: 0 })
  return node !== undefined && isByEditor(node, plan.owner_id)
}

/** More text than this cannot be shown: prose needs a token for four characters. */
function limitsOf(maxTokens: number): Limits {
  return {
    own: maxTokens * 4,
    above: Math.ceil(maxTokens / 4),
    instructions: maxTokens,
    log: Math.ceil(maxTokens / 2),
    links: 40,
    logs: 40,
    decisions: 40,
    siblings: 20,
    files: 40,
  }
}

async function readSource(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  limits: Limits,
): Promise<Omit<PackSource, 'reader' | 'isLargest'>> {
  const { db } = ctx
  const { owner_id } = await requireAccess(ctx, planId, 'plan.read')
  const { own, above: high, instructions } = limits
  const [node, ...above] = await listPath(db, planId, nodeId, {
    own: own + 1,
    above: high + 1,
    instructions: instructions + 1,
  })
  if (!node) throw notFound('Node')
  const path = [node.id, ...above.map(({ id }) => id)]
  const characters = limits.log + 1
  const linked = (ids: readonly string[], from: 'source' | 'target', kinds: readonly EdgeKind[]) =>
    listLinked(db, planId, ids, { from, kinds, limit: limits.links + 1 })
  // Started together, so that PostgreSQL gets them in one round trip.
  const [blockers, waiting, relatedFrom, relatedTo, found, decided, siblings, children, peers, files] =
    await Promise.all([
      linked(path, 'target', DEPENDENCY),
      linked([nodeId], 'source', DEPENDENCY),
      linked([nodeId], 'target', RELATED),
      linked([nodeId], 'source', RELATED),
      listRecentLogs(db, planId, nodeId, { limit: limits.logs + 1, characters }),
      listDecisions(db, planId, path, { limit: limits.decisions + 1, characters }),
      listNearestSiblings(db, planId, node, limits.siblings),
      countChildren(db, planId, nodeId),
      countChildren(db, planId, node.parent_id),
      listFiles(db, planId, nodeId, limits.files + 1),
    ])
  const decisions = [...decided, ...found.filter((log) => isDecision(log) && !decided.some(({ id }) => id === log.id))]
  decisions.sort((a, b) => (a.id < b.id ? 1 : -1))
  // Entries with the tag "decision" are among the recent ones.
  const logs = found.filter((log) => !isDecision(log))
  const mentioning = [...logs, ...decisions].filter(({ content }) => mentionedIds(content).length > 0)
  return {
    planId,
    ownerId: owner_id,
    node,
    above,
    children,
    blockers,
    waiting,
    related: [...relatedFrom, ...relatedTo],
    decisions,
    logs,
    hasMoreLogs: found.length > limits.logs,
    names: mentioning.length === 0 ? new Map() : await listMentionedNames(db, planId, mentioning),
    siblings,
    siblingCount: Math.max(peers - 1, 0),
    files,
    limits,
  }
}

const DEPENDENCY = ['dependency'] as const
const RELATED = ['reference', 'sequence'] as const
