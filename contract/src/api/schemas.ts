// The schemas with a name in the API reference, and so in generated clients.
import { ActivityItem } from './activity.ts'
import { PlanSketch } from './ai.ts'
import { Artifact, NewLink } from './artifacts.ts'
import { Account, LoginReply, Session, SignedInDevice } from './auth.ts'
import { Collaborator } from './collaborators.ts'
import { ErrorBody, Message, Person } from './common.ts'
import { PlanEdge } from './edges.ts'
import { EventMessage } from './events.ts'
import { ClientMessage, LivePerson, ServerMessage } from './live.ts'
import { LogEntry, NewLog } from './logs.ts'
import { NodeContext } from './nodeContext.ts'
import {
  Assignment,
  NewNode,
  NodeChanges,
  NodeMove,
  OutlineNode,
  OutlineTreeNode,
  PlanNode,
  PlanTreeNode,
  TrashedNode,
} from './nodes.ts'
import { NewTreeNode } from './nodeTree.ts'
import { ListedPlan, Plan } from './plans.ts'
import { SearchHit } from './search.ts'
import { ApiToken } from './tokens.ts'
import { ImportPreview, PlanFile } from './transfer.ts'
import { Profile } from './users.ts'

/** What travels from the server. */
export const replySchemas = {
  Error: ErrorBody,
  Message,
  Person,
  Account,
  Session,
  LoginReply,
  SignedInDevice,
  Profile,
  ApiToken,
  Plan,
  ListedPlan,
  PlanNode,
  PlanTreeNode,
  OutlineNode,
  OutlineTreeNode,
  TrashedNode,
  Assignment,
  Edge: PlanEdge,
  LogEntry,
  Artifact,
  Collaborator,
  NodeContext,
  ActivityItem,
  SearchHit,
  PlanSketch,
  PlanFile,
  ImportPreview,
  PlanEvent: EventMessage,
  LivePerson,
  LiveServerMessage: ServerMessage,
} as const

/** What travels to the server. */
export const bodySchemas = {
  NewNode,
  NewTreeNode,
  NodeChanges,
  NodeMove,
  NewLog,
  NewLink,
  LiveClientMessage: ClientMessage,
} as const
