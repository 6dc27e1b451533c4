// What the readers of all formats produce, and the problems that they and the checks find.
import type { EdgeKind } from '@cairn/contract/api/edges'
import type { ImportFormat } from '@cairn/contract/api/importFormats'
import type { LogType } from '@cairn/contract/api/logs'
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import type { PlanStatus } from '@cairn/contract/api/plans'
import type { ImportProblem } from '@cairn/contract/api/transfer'

/** Someone in a file; either part may be empty. */
export interface NamedPerson {
  name: string
  email: string
}

export interface ReadNode {
  /** Names the node in the file. */
  key: string
  /** The key of the parent; null at the top. */
  parent: string | null
  title: string
  node_type: NodeType
  status: NodeStatus
  due_date: string | null
  description: string | null
  acceptance_criteria: string | null
  context: string | null
  agent_instructions: string | null
  /** As the file has it; `soundPlan` checks it. */
  metadata: unknown
  /** To whom it is assigned, as the file names them. */
  people: NamedPerson[]
  line: number
}
export interface ReadEdge {
  source: string
  target: string
  kind: EdgeKind
  line: number
}

/** Collects the first problems, and all that prevent the import. */
export class Problems {
  count = 0
  readonly fatal: ImportProblem[] = []
  readonly others: ImportProblem[] = []
  readonly max: number
  constructor(max: number) {
    this.max = max
  }
  warn(line: number | null, field: string | null, message: string, instead: string): void {
    this.count++
    if (this.others.length < this.max) this.others.push({ line, field, message, instead })
  }
  fail(line: number | null, field: string | null, message: string): void {
    this.count++
    if (this.fatal.length < this.max) this.fatal.push({ line, field, message, instead: null })
  }
  get list(): ImportProblem[] {
    return [...this.fatal, ...this.others].slice(0, this.max)
  }
}

/** What a library says about a broken file, without its final stop. */
export const reasonOf = ({ message }: Error): string => message.slice(0, 200).replace(/[.\s]+$/, '')

/** The reader cannot go on. */
export class Unreadable extends Error {
  readonly line: number | null
  readonly field: string | null
  constructor(message: string, line: number | null = null, field: string | null = null) {
    super(message)
    this.line = line
    this.field = field
  }
}

export interface ReadLog {
  key: string
  /** The key of its node. */
  node: string
  /** The key of the entry that it replies to. */
  parent: string | null
  log_type: LogType
  content: string
  tags: string[]
  metadata: Record<string, unknown>
  author: { name: string; email: string }
  created_at: string | null
  line: number
}

/** A file or link of a node. */
export interface ReadFile {
  /** The key of its node. */
  node: string
  name: string
  content_type: string
  /** Of a link; null for an upload. */
  url: string | null
  /** Of an upload, in the ZIP file. */
  path: string | null
  metadata: Record<string, unknown>
  line: number
}

export interface ReadPlan {
  format: ImportFormat
  title: string
  description: string | null
  status: PlanStatus
  nodes: ReadNode[]
  edges: ReadEdge[]
  logs?: ReadLog[]
  files?: ReadFile[]
}

export const emptyNode = (key: string, line: number): ReadNode => ({
  key,
  parent: null,
  title: '',
  node_type: 'task',
  status: 'not_started',
  due_date: null,
  description: null,
  acceptance_criteria: null,
  context: null,
  agent_instructions: null,
  metadata: {},
  people: [],
  line,
})
