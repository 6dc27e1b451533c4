// The tables of plans and of everything inside them.
import type { ClaimEnd } from '@cairn/contract/api/claims'
import type { CollaboratorRole } from '@cairn/contract/api/collaborators'
import type { EdgeKind } from '@cairn/contract/api/edges'
import type { Emoji, LogType } from '@cairn/contract/api/logs'
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import type { PlanStatus } from '@cairn/contract/api/plans'
import type { WatchLevel } from '@cairn/contract/api/watches'

export interface PlanRow {
  id: string
  owner_id: string
  title: string
  description: string | null
  status: PlanStatus
  revision: number
  version: number
  node_count: number
  completed_count: number
  in_progress_count: number
  blocked_count: number
  /** Bytes of the titles, long texts and metadata of the undeleted nodes. */
  text_bytes: number
  search_text: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}
/** Updated by the commands through `emit`, so lists never count nodes. */
export type PlanCounter = 'node_count' | 'completed_count' | 'in_progress_count' | 'blocked_count' | 'text_bytes'

export interface CollaboratorRow {
  plan_id: string
  user_id: string
  /** Says who came first. */
  id: string
  role: CollaboratorRole
  version: number
  created_at: string
}

/** A person's favorite plan. It is private to that person. */
export interface FavoriteRow {
  plan_id: string
  user_id: string
}

export interface InvitationRow {
  id: string
  plan_id: string
  email: string
  role: CollaboratorRole
  invited_by: string
  version: number
  created_at: string
  /** It gives no access after this time until it is renewed. */
  expires_at: string
}

export interface NodeRow {
  plan_id: string
  id: string
  parent_id: string | null
  title: string
  node_type: NodeType
  status: NodeStatus
  order_index: number
  description: string | null
  due_date: string | null
  acceptance_criteria: string | null
  context: string | null
  agent_instructions: string | null
  /** Who last wrote them in a browser; null if an agent, an import or an undo did. */
  instructions_by: string | null
  comment_count: number
  artifact_count: number
  /** JSON object of the caller's own. */
  metadata: string
  version: number
  search_text: string
  created_at: string
  updated_at: string
  deleted_at: string | null
  /** The node whose deletion included this one; restoring that node restores all of them. */
  deleted_with: string | null
  /** Who deleted it. */
  deleted_by: string | null
}

export interface AssignmentRow {
  plan_id: string
  id: string
  node_id: string
  user_id: string
  assigned_by: string
  assigned_at: string
}

export interface EdgeRow {
  plan_id: string
  id: string
  source_id: string
  target_id: string
  kind: EdgeKind
  version: number
  created_at: string
}

export interface LogRow {
  plan_id: string
  node_id: string
  id: string
  /** The entry that this one replies to; never a reply itself. */
  parent_id: string | null
  user_id: string
  content: string
  log_type: LogType
  /** JSON list. */
  tags: string
  /** JSON object. */
  metadata: string
  /** JSON, like that of the event. */
  via: string
  version: number
  search_text: string
  created_at: string
  updated_at: string
  edited_at: string | null
  /** In the trash since then. */
  deleted_at: string | null
  deleted_by: string | null
}

interface OnLog {
  plan_id: string
  node_id: string
  log_id: string
}

export interface ReactionRow extends OnLog {
  user_id: string
  emoji: Emoji
  created_at: string
}

/** A member whom the text of an entry mentions. */
export interface LogMentionRow extends OnLog {
  user_id: string
}

/** Until when a person has read the comments of a node. It is private to that person. */
export interface NodeReadRow {
  plan_id: string
  node_id: string
  user_id: string
  seen_at: string
}

/** Who holds a task, or held it. A node has at most one claim that has not ended. */
export interface ClaimRow {
  id: string
  plan_id: string
  node_id: string
  /** Grows with every claim of the node. */
  fence: number
  user_id: string
  /** The session, token or app that holds the task. */
  credential_id: string
  /** The name of the token or app; null for a person. */
  agent: string | null
  created_at: string
  expires_at: string
  ended_at: string | null
  outcome: ClaimEnd | null
  /** The session, token or app that ended it; null if it expired. */
  ended_by: string | null
}

/** Whether a person watches a node or has muted it. It is private to that person. */
export interface WatchRow {
  plan_id: string
  user_id: string
  node_id: string
  level: WatchLevel
}

export interface ArtifactRow {
  plan_id: string
  id: string
  node_id: string
  name: string
  content_type: string
  /** Bytes; null for a link. */
  size: number | null
  /** Content address of an upload in the file store; null for a link. */
  file_key: string | null
  url: string | null
  metadata: string
  version: number
  created_by: string
  search_text: string
  created_at: string
  deleted_at: string | null
  deleted_by: string | null
}
