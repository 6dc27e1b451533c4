// A plan edited as one text: what the text would change, and changing it.
import { z } from 'zod'
import { type Api, Id } from './common.ts'
import { NODE_TYPES } from './nodes.ts'
import { ImportProblem } from './transfer.ts'

/** An outline holds at most this many bytes. */
export const OUTLINE_MAX_BYTES = 8 * 1024 * 1024
/** At most this many nodes are changed by one outline. */
export const OUTLINE_CHANGES_MAX = 5_000
/** Changes that a preview lists. */
export const OUTLINE_LISTED_MAX = 500

export const OUTLINE_FIELDS = ['title', 'node_type', 'status', 'due_date', 'description'] as const
export type OutlineField = (typeof OUTLINE_FIELDS)[number]

const OutlineChange = z.object({
  kind: z
    .enum(['added', 'changed', 'missing', 'removed'])
    .describe('`missing`: not in the outline, and stays; `removed`: moves to the trash'),
  line: z.int().nullable().describe('Of the outline; null for a node that is not in it'),
  node_id: Id.nullable().describe('Null for a new node'),
  title: z.string().describe('After the change'),
  node_type: z.enum(NODE_TYPES),
  fields: z
    .array(
      z.object({
        field: z.enum(OUTLINE_FIELDS),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    )
    .describe('What changes in a node; long texts are cut'),
  moved: z
    .object({
      from: z.string().nullable().describe('The title of the parent; null at the top level'),
      to: z.string().nullable(),
    })
    .nullable()
    .describe('Null if the node stays where it is; the same parent twice is a new position'),
  node_count: z.int().describe('With all its descendants, for a node that is removed; else 1'),
  overwrites: z.boolean().describe('Someone changed the node after the outline was exported'),
})
export type OutlineChange = z.infer<typeof OutlineChange>

export const OutlinePreview = z.object({
  applied: z.boolean(),
  can_apply: z.boolean(),
  revision: z.int().describe('Of the plan; send it as `expected_revision` to apply exactly this'),
  counts: z.object({
    added: z.int(),
    edited: z.int().describe('Nodes with new values'),
    moved: z.int(),
    missing: z.int().describe('Nodes that are not in the outline and stay'),
    removed: z.int().describe('Nodes that move to the trash'),
  }),
  changes: z
    .array(OutlineChange)
    .describe(`The first ${OUTLINE_LISTED_MAX}, in the order of the outline, nodes that are not in it first`),
  change_count: z.int(),
  problem_count: z.int(),
  problems: z.array(ImportProblem).describe('The first 200, those that prevent the change first'),
})
export type OutlinePreview = z.infer<typeof OutlinePreview>

const flag = (name: string, otherwise: boolean) =>
  z
    .enum(['true', 'false'], { error: `${name} must be true or false` })
    .optional()
    .transform((value) => (value === undefined ? otherwise : value === 'true'))

export const planOutlineApi = {
  changeByOutline: {
    method: 'POST',
    path: '/plans/:planId/outline',
    summary:
      'Change a plan to match an edited Markdown export, in one change that undo takes back as a whole. Takes the form field `file`. By default only a preview: nothing is written unless `dry_run` is false. 409 `plan_changed` has a new preview in `details`',
    access: 'plan.edit',
    params: z.object({ planId: Id }),
    query: z.strictObject({
      dry_run: flag('dry_run', true).describe('Default: true'),
      remove: flag('remove', false).describe(
        'true: nodes that the outline lacks move to the trash, except those created after it was exported. Default: they stay',
      ),
      expected_revision: z.coerce
        .number('expected_revision must be a whole number')
        .int('expected_revision must be a whole number')
        .min(0, 'expected_revision must be at least 0')
        .optional()
        .describe('Required to apply: the revision of the preview'),
    }),
    transport: 'multipart',
    file_field: 'file',
    reply: OutlinePreview,
    refusals: [409],
  },
} as const satisfies Api
