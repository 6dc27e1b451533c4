// What limits a credential besides its scope: the same for API tokens and connected apps.
import { z } from 'zod'
import { Id, orEmpty, Timestamp } from './common.ts'

/** The hour of a quota begins with its first change. */
export const QUOTA_HOUR_MS = 3_600_000
export const QUOTA_MAX = 1_000_000

const orNone = <T extends z.ZodType>(type: T) =>
  orEmpty(type)
    .nullish()
    .transform((given) => (given === '' ? null : given))
    .optional()

const quota = (name: string, least: number) => {
  const message = `${name} must be a whole number from ${least} to ${QUOTA_MAX}`
  return orNone(z.int(message).min(least, message).max(QUOTA_MAX, message))
}

/** As the person sets them: absent, null and '' mean no limit. */
export const CREDENTIAL_LIMITS = {
  plan_id: orNone(Id).describe('The only plan that it may reach'),
  branch_id: orNone(Id).describe(
    'A node of that plan: only it, the nodes below it and what belongs to them may be changed. The whole plan can be read',
  ),
  changes_per_hour: quota('changes_per_hour', 1).describe(
    'How many events it may cause in an hour: a call that changes 20 nodes counts 20. The hour begins with its first change',
  ),
  nodes_per_hour: quota('nodes_per_hour', 0).describe('How many nodes it may create in the same hour'),
} as const

const Named = z.object({ id: Id, title: z.string().nullable() }).nullable()

/** As they are shown. */
export const SHOWN_LIMITS = {
  plan: Named.describe(
    'The only plan that it reaches; its title is null when it was deleted or you cannot see it. Null: all plans',
  ),
  branch: Named.describe(
    'The top of the only branch that it changes; its title is null when it was deleted. Null: everything it reaches',
  ),
  changes_per_hour: z.int().nullable().describe('Null: no limit'),
  nodes_per_hour: z.int().nullable().describe('Null: no limit'),
  used: z
    .object({ changes: z.int(), nodes: z.int(), resets_at: Timestamp })
    .nullable()
    .describe('What counts in this hour; null without a change, or without a limit per hour'),
} as const

const ShownLimits = z.object(SHOWN_LIMITS)
export type ShownLimits = z.infer<typeof ShownLimits>

const LimitsInput = z.object(CREDENTIAL_LIMITS)
export type CredentialLimitsInput = z.output<typeof LimitsInput>
