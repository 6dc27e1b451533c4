// How each tool writes a node in a row of its table.
import { LIMITS } from '@cairn/contract/api/common'
import type { NodeStatus } from '@cairn/contract/api/nodes'
import type { Row } from './import.csv.table.ts'
import { dayOfMidnight } from './import.dates.ts'
import { emptyNode, type NamedPerson, type Problems, type ReadEdge, type ReadNode, Unreadable } from './import.read.ts'
import { statusOf, typeOf } from './import.words.ts'

/** Columns that may name a node, the most specific first. */
export const TITLES = ['title', 'name', 'task', 'summary', 'subject']
/** Columns with dates. */
export const DUE = /^(due|due[ _]date|date|target date|end date|deadline)$/
/** People of a node that are read. */
const PEOPLE_MAX = 50
/** Parts of a cell that may be people; empty ones count too. */
const PEOPLE_PARTS_MAX = 4 * PEOPLE_MAX
/** Characters of a cell that are read. */
const PEOPLE_CELL_MAX = 50_000
/** `Name <email>`, as exports write it. */
const WITH_EMAIL = /^([^<>]*)<([^\s@<>]+@[^\s@<>]+)>$/

/** Names or email addresses in one cell, or both. Todoist adds the id of the person in brackets. */
function peopleIn(cell: string): NamedPerson[] {
  const parts = cell
    .slice(0, PEOPLE_CELL_MAX)
    .split(';', PEOPLE_PARTS_MAX)
    // A name may have a comma where an email follows.
    .flatMap((some) => (WITH_EMAIL.test(some.trim()) ? [some] : some.split(',', PEOPLE_PARTS_MAX)))
    .slice(0, PEOPLE_PARTS_MAX)
  const named = new Set(
    parts.map((one) =>
      one
        .trim()
        .replace(/\(\d+\)$/, '')
        .trim(),
    ),
  )
  return [...named]
    .filter(Boolean)
    .slice(0, PEOPLE_MAX)
    .map((one) => {
      const [, name, email] = WITH_EMAIL.exec(one) ?? []
      if (name !== undefined && email !== undefined) return { name: name.trim(), email }
      return /^[^\s@]+@[^\s@]+$/.test(one) ? { name: '', email: one } : { name: one, email: '' }
    })
}

/** More edges than any plan has; a few large cells would take all the memory. */
const EDGES_READ_MAX = 200_000

/** Adds an edge from each of the keys in a cell. */
function addPredecessors(edges: ReadEdge[], row: Row, column: string, target: string): void {
  const { line } = row
  for (const source of row.get(column).split(/[\s,;]+/)) {
    if (source === '') continue
    if (edges.length >= EDGES_READ_MAX)
      throw new Unreadable(
        `The file has more than ${EDGES_READ_MAX.toLocaleString('en-US')} dependencies`,
        line,
        column,
      )
    edges.push({ source, target, kind: 'dependency', line })
  }
}

/** Adds the node of a row. */
type ReadRow = (row: Row) => void
/** The day that a cell names, or null. */
export type DayOf = (text: string, line: number, field: string) => string | null
interface Reading {
  columns: readonly string[]
  rows: readonly Row[]
  nodes: ReadNode[]
  edges: ReadEdge[]
  problems: Problems
  dayOf: DayOf
}
type RowReader = (reading: Reading) => ReadRow

export const ROW_READERS: Record<'cairn' | 'csv' | 'todoist' | 'linear' | 'github', RowReader> = {
  cairn:
    ({ nodes, edges, problems, dayOf }) =>
    (row) => {
      const { line } = row
      const key = row.get('id') || `line ${line}`
      addPredecessors(edges, row, 'depends_on', key)
      nodes.push({
        ...emptyNode(key, line),
        parent: row.get('parent_id') || null,
        title: row.get('title'),
        node_type: typeOf(row.get('node_type'), line, problems),
        status: statusOf(row.get('status'), line, 'status', problems),
        due_date: dayOf(row.get('due_date'), line, 'due_date'),
        description: row.get('description') || null,
        acceptance_criteria: row.get('acceptance_criteria') || null,
        context: row.get('context') || null,
        agent_instructions: row.get('agent_instructions') || null,
        people: peopleIn(row.get('assignees')),
      })
    },
  csv: ({ columns, rows, nodes, problems, dayOf }) => {
    const titleColumn = TITLES.find((name) => columns.includes(name)) ?? 'title'
    const due = ['due_date', 'due date', 'due', 'date'].find((name) => columns.includes(name)) ?? ''
    const text = ['description', 'notes', 'body'].find((name) => columns.includes(name)) ?? ''
    const levelOf = levels(rows, problems)
    const path: string[] = []
    return (row) => {
      const { line } = row
      const key = `line ${line}`
      path.length = levelOf(row, path.length)
      const parent = path.at(-1) ?? null
      path.push(key)
      nodes.push({
        ...emptyNode(key, line),
        parent,
        title: row.get(titleColumn),
        node_type: typeOf(row.get('node_type') || row.get('type'), line, problems),
        status: statusOf(row.get('status'), line, 'status', problems),
        due_date: dayOf(row.get(due), line, due),
        description: row.get(text) || null,
        acceptance_criteria: row.get('acceptance_criteria') || null,
        context: row.get('context') || null,
        agent_instructions: row.get('agent_instructions') || null,
        people: peopleIn(row.get('assignees') || row.get('assignee')),
      })
    }
  },
  todoist: ({ nodes, problems, dayOf }) => {
    let section: string | null = null
    let path: string[] = []
    return (row) => {
      const { line } = row
      const type = row.get('type').trim().toLowerCase()
      const key = `line ${line}`
      const title = row.get('content')
      if (type === 'section') {
        section = key
        path = []
        nodes.push({ ...emptyNode(key, line), title, node_type: 'phase', description: row.get('description') || null })
      } else if (type === 'task') {
        const indent = Number.parseInt(row.get('indent') || '1', 10)
        const level = Math.max(1, Math.min(Number.isNaN(indent) ? 1 : indent, path.length + 1))
        path.length = level - 1
        const parent = path.at(-1) ?? section
        path.push(key)
        nodes.push({
          ...emptyNode(key, line),
          parent,
          title,
          description: row.get('description') || null,
          due_date: dayOf(row.get('deadline') || row.get('date'), line, 'DATE'),
          people: peopleIn(row.get('responsible')),
        })
      } else if (type === 'note') {
        const last = nodes.at(-1)
        // Longer texts are cut. Joining all notes one by one takes quadratic time.
        if (last && (last.description?.length ?? 0) <= LIMITS.description)
          last.description = [last.description, title].filter(Boolean).join('\n\n')
      } else if (type !== '' && type !== 'meta')
        problems.warn(line, 'TYPE', `"${type.slice(0, 60)}" is not task, section or note`, 'The row is skipped')
    }
  },
  linear: ({ nodes, edges, problems, dayOf }) => {
    const phaseOf = groups(nodes, 'project')
    return (row) => {
      const { line } = row
      if (row.get('archived') !== '') {
        problems.warn(line, 'Archived', 'The issue is archived', 'It is not imported')
        return
      }
      const key = row.get('id') || `line ${line}`
      addPredecessors(edges, row, 'blocked by', key)
      nodes.push({
        ...emptyNode(key, line),
        parent: row.get('parent issue') || phaseOf(row.get('project'), line),
        title: row.get('title'),
        status: statusOf(
          row.get('canceled') ? 'Canceled' : row.get('status'),
          line,
          'Status',
          problems,
          reachedIn(row),
        ),
        due_date: dayOf(dayOfMidnight(row.get('due date')), line, 'Due Date'),
        description: row.get('description') || null,
        people: peopleIn(row.get('assignee')),
      })
    }
  },
  github: ({ columns, nodes, problems, dayOf }) => {
    const due = columns.find((name) => name !== 'date' && DUE.test(name)) ?? ''
    const phaseOf = groups(nodes, 'milestone')
    return (row) => {
      const { line } = row
      const url = row.get('url')
      nodes.push({
        ...emptyNode(url || `line ${line}`, line),
        parent:
          issueUrl(row.get('parent issue') || row.get('parent issue url'), url) || phaseOf(row.get('milestone'), line),
        title: row.get('title'),
        status: statusOf(row.get('status'), line, 'Status', problems),
        due_date: dayOf(row.get(due), line, due),
        description: url || null,
        people: peopleIn(row.get('assignees')),
      })
    }
  },
}

const isLevel = (cell: string) => /^\d+$/.test(cell)

/** Reads the levels of a table, which start at 0 or 1. A row is at most one below the row before. */
function levels(rows: readonly Row[], problems: Problems): (row: Row, deepest: number) => number {
  const cellOf = (row: Row) => row.get('level').trim()
  const top = rows.reduce((least, row) => (isLevel(cellOf(row)) ? Math.min(least, Number(cellOf(row))) : least), 1)
  return (row, deepest) => {
    const cell = cellOf(row)
    if (!isLevel(cell)) {
      if (cell !== '')
        problems.warn(row.line, 'level', `"${cell.slice(0, 60)}" is not a level`, 'The node is at the top')
      return 0
    }
    const level = Number(cell) - top
    if (level > deepest)
      problems.warn(row.line, 'level', `Level ${cell} is more than one below the row before`, 'It is one below')
    return Math.min(level, deepest)
  }
}

/** Teams name their statuses as they like; the times say how far an issue of Linear has come. */
const reachedIn = (row: Row): NodeStatus | undefined =>
  row.get('completed') !== '' ? 'completed' : row.get('started') !== '' ? 'in_progress' : undefined

/** The URL of an issue that is named by its URL, as owner/repository#1, or as #1 of the repository of another one. */
function issueUrl(name: string, besides: string): string {
  const [, repository, number] = /^([\w.-]+\/[\w.-]+)?#(\d+)$/.exec(name.trim()) ?? []
  if (number === undefined) return name.trim()
  const [own = ''] = /^https:\/\/[^/]+\/[^/]+\/[^/]+(?=\/)/.exec(besides) ?? []
  return `${repository === undefined ? own : new URL(`/${repository}`, URL.canParse(own) ? own : 'https://github.com').href}/issues/${number}`
}

/** Makes a phase for each name when it is first there; '' has none. */
function groups(nodes: ReadNode[], kind: string): (name: string, line: number) => string | null {
  const known = new Set<string>()
  return (name, line) => {
    if (name.trim() === '') return null
    const key = `${kind} ${name.trim()}`
    if (!known.has(key)) nodes.push({ ...emptyNode(key, line), title: name.trim(), node_type: 'phase' })
    known.add(key)
    return key
  }
}
