// Plans as files.
import { z } from 'zod'
import { type Api, LIMITS, optionalText, Timestamp, ViaShape } from './common.ts'
import { EDGE_KINDS } from './edges.ts'
import { IMPORT_FORMATS } from './importFormats.ts'
import { EMOJI, LOG_TYPES } from './logs.ts'
import { NODE_STATUSES, NODE_TYPES } from './nodes.ts'
import { PLAN_STATUSES, Plan, PlanParams } from './plans.ts'

/** The name and the version of the JSON format. A reader accepts every version up to its own. */
export const PLAN_FILE_FORMAT = 'cairn.plan'
export const PLAN_FILE_VERSION = 1

export const EXPORT_FORMATS = ['json', 'zip', 'markdown', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const Author = z.object({ name: z.string(), email: z.string().describe('Empty for a deleted account') })

/** A plan as JSON. Ids only connect the parts of the file; an import creates new ones. */
export const PlanFile = z.object({
  format: z.literal(PLAN_FILE_FORMAT),
  version: z.literal(PLAN_FILE_VERSION),
  exported_at: Timestamp,
  plan: z.object({
    id: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    status: z.enum(PLAN_STATUSES),
    created_at: Timestamp.describe('An import ignores it'),
    updated_at: Timestamp.describe('An import ignores it'),
  }),
  nodes: z
    .array(
      z.object({
        id: z.string(),
        parent_id: z.string().nullable(),
        title: z.string(),
        node_type: z.enum(NODE_TYPES),
        status: z.enum(NODE_STATUSES),
        due_date: z.string().nullable(),
        description: z.string().nullable(),
        acceptance_criteria: z.string().nullable().describe('One per line; a line that begins with "[x] " is met'),
        context: z.string().nullable(),
        agent_instructions: z.string().nullable(),
        metadata: z.record(z.string(), z.unknown()),
        assignees: z.array(Author),
        created_at: Timestamp.describe('An import ignores it'),
        updated_at: Timestamp.describe('An import ignores it'),
      }),
    )
    .describe('Parents before their children, siblings in order'),
  edges: z.array(z.object({ source_id: z.string(), target_id: z.string(), kind: z.enum(EDGE_KINDS) })),
  logs: z
    .array(
      z.object({
        id: z.string(),
        node_id: z.string(),
        parent_id: z.string().nullable().describe('The entry that this one replies to'),
        log_type: z.enum(LOG_TYPES),
        content: z.string(),
        tags: z.array(z.string()),
        metadata: z.record(z.string(), z.unknown()),
        mentions: z
          .array(z.object({ id: z.string(), name: z.string() }))
          .describe('Who each `<@id>` in the content is'),
        reactions: z.array(z.object({ emoji: z.enum(EMOJI), author: Author })).describe('Oldest first'),
        author: Author,
        via: ViaShape.describe('A browser, or the token or app that wrote it for the author; an import ignores it'),
        created_at: Timestamp,
        edited_at: Timestamp.nullable().describe('An import ignores it'),
      }),
    )
    .describe('Log entries and comments; those in the trash are left out'),
  files: z
    .array(
      z.object({
        node_id: z.string(),
        name: z.string(),
        content_type: z.string(),
        size: z.int().nullable().describe('Bytes; null for a link'),
        url: z.string().nullable().describe('Of a link'),
        path: z.string().nullable().describe('Of an upload, in the ZIP file'),
        metadata: z.record(z.string(), z.unknown()),
        author: Author.describe('An import ignores it: the caller adds the files'),
        created_at: Timestamp.describe('An import ignores it'),
      }),
    )
    .describe('Files and links'),
})
export type PlanFile = z.infer<typeof PlanFile>

/** A file to import holds at most this many bytes, also after it is unpacked. */
export const IMPORT_MAX_BYTES = 25 * 1024 * 1024
/** Nodes and problems that a preview lists. */
export const PREVIEW_NODES_MAX = 500
export const PREVIEW_PROBLEMS_MAX = 200

export const ImportProblem = z.object({
  line: z.int().nullable().describe('Of the file, the first one is 1; null if it is about the whole file'),
  field: z.string().nullable().describe('The column or field'),
  message: z.string(),
  instead: z.string().nullable().describe('What the import does instead; null if the file cannot be imported'),
})
export type ImportProblem = z.infer<typeof ImportProblem>

export const ImportPreview = z.object({
  format: z.enum(IMPORT_FORMATS).nullable().describe('As recognized; null if it is none of them'),
  can_import: z.boolean(),
  title: z.string(),
  node_count: z.int(),
  edge_count: z.int(),
  problem_count: z.int(),
  problems: z.array(ImportProblem).describe(`The first ${PREVIEW_PROBLEMS_MAX}, those that prevent the import first`),
  nodes: z
    .array(
      z.object({
        title: z.string(),
        node_type: z.enum(NODE_TYPES),
        status: z.enum(NODE_STATUSES),
        due_date: z.string().nullable(),
        level: z.int().describe('The top is 0'),
      }),
    )
    .describe(`The first ${PREVIEW_NODES_MAX}, parents before their children`),
})
export type ImportPreview = z.infer<typeof ImportPreview>

const ImportOptions = z.strictObject({
  format: z
    .enum(IMPORT_FORMATS, { error: `format must be one of ${IMPORT_FORMATS.join(', ')}` })
    .optional()
    .describe('Default: recognized from the file'),
  title: optionalText('Title', LIMITS.title).describe('Of the new plan; default: as in the file'),
})

export const transferApi = {
  previewImport: {
    method: 'POST',
    path: '/imports/preview',
    summary:
      'What an import would create, and every problem with its line and field; nothing is written. Takes the form field `file`: JSON, ZIP, Markdown or CSV of this product, or an export of Todoist, Trello, Linear or GitHub Projects',
    access: 'account.write',
    query: ImportOptions,
    transport: 'multipart',
    file_field: 'file',
    reply: ImportPreview,
  },
  import: {
    method: 'POST',
    path: '/imports',
    summary:
      'Create a plan from a file, all of it or nothing; 400 with the problems if the file cannot be read. Log entries and comments belong to the caller and begin with the name of their author; mentions become names, and reactions are left out. Nodes are assigned to the caller where the file names them by email or name, to no one else. Links are imported, and uploads from the ZIP file of an export',
    access: 'account.write',
    query: ImportOptions,
    transport: 'multipart',
    file_field: 'file',
    reply: Plan,
    status: 201,
  },
  export: {
    method: 'GET',
    path: '/plans/:planId/export',
    summary: `A plan as a file: \`json\` has everything (the format \`${PLAN_FILE_FORMAT}\`, version ${PLAN_FILE_VERSION}), \`zip\` also the uploaded files, \`markdown\` is an outline that can be edited and imported again, \`csv\` has a row for each node`,
    access: 'plan.read',
    params: PlanParams,
    query: z.strictObject({
      format: z.enum(EXPORT_FORMATS, { error: `format must be one of ${EXPORT_FORMATS.join(', ')}` }).default('json'),
    }),
    reply: PlanFile,
    transport: 'bytes',
    file_types: ['application/zip', 'text/markdown', 'text/csv'],
  },
} as const satisfies Api
