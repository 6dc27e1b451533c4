// The data of each kind of event, as a table for the introduction. A kind without a row does not compile.
import type { EventKind } from '@cairn/contract/api/events'

const AFTER: Readonly<Record<EventKind, string>> = {
  'plan.created': 'title, description, status, node_count',
  'plan.updated': 'changed fields, version',
  'plan.deleted': '–',
  'plan.restored': 'title',
  'plan.transferred': 'owner_id',
  'node.created': 'the node',
  'node.updated': 'changed fields, version, updated_at',
  'node.status_changed': 'status, version, updated_at',
  'node.moved': 'parent_id, order_index, version, updated_at; its siblings are renumbered',
  'node.deleted': '– (`before` has parent_id, order_index and the count of the subtree)',
  'node.restored': 'count and, when it is small, the nodes of the subtree',
  'node.duplicated': 'the same of the copy, and its edges',
  'node.assigned': 'user_id',
  'node.unassigned': '–',
  'edge.created': 'the edge',
  'edge.updated': 'the edge',
  'edge.deleted': '–',
  'log.added': 'the entry',
  'log.updated': 'id, log_type, changed fields, version, updated_at',
  'log.deleted': '–',
  'log.restored': 'the entry',
  'artifact.added': 'the file or link',
  'artifact.updated': 'the file or link',
  'artifact.deleted': '–',
  'collaborator.added': 'user_id, role',
  'collaborator.changed': 'user_id, role',
  'collaborator.removed': '–',
  'collaborator.left': '–',
  'invitation.created': 'invitation_id, role',
  'invitation.changed': 'invitation_id, role',
  'invitation.removed': '–',
}

export const eventRows: string[][] = Object.entries(AFTER).map(([kind, after]) => [`\`${kind}\``, after])
