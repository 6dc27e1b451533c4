import { z } from 'zod'
import { listAvailableUsers } from '../../core/plan-members.ts'
import { PlanId, planIdOf } from '../ids.ts'
import { MaxTokens, within } from '../shapes.ts'
import { defineTool } from '../tool.ts'

export const list_people = defineTool({
  name: 'list_people',
  title: 'List people',
  description: 'The members of a plan, whose ids are in assignees and mentions, and the person you act for.',
  scope: 'read',
  hints: { read: true },
  input: z.strictObject({ plan_id: PlanId, max_tokens: MaxTokens }),
  output: z.object({
    you: z.string(),
    people: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
    left: z.int().describe('Did not fit'),
  }),
  call: async ({ ctx, actor }, { plan_id, max_tokens }) => {
    const members = await listAvailableUsers(ctx, planIdOf(plan_id))
    const people = within(
      members.map(({ id, name, role }) => ({ id, name, role })),
      max_tokens,
    )
    return { you: actor.id, people, left: members.length - people.length }
  },
})
