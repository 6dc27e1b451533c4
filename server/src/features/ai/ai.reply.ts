// Parses replies of the AI service leniently: long texts are truncated, unknown parts ignored.
import type { PlanOutline } from '@cairn/contract/api/ai'
import { LIMITS, withoutUnstorable } from '@cairn/contract/api/common'
import { z } from 'zod'
import { parsePartialJson } from '../../providers/ai.ts'

const PHASES_MAX = 12
const TASKS_MAX = 12
const MILESTONES_MAX = 20
const ESTIMATE_MAX = 100

/** Truncation may leave half a surrogate pair. */
export const fitting = (text: string, max: number): string => withoutUnstorable(text.trim().slice(0, max))

const Title = z.string().transform((text) => fitting(text, LIMITS.title))
const FilledTitle = Title.refine((title) => title !== '', 'must not be empty')
const text = (max: number) =>
  z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .transform((value) => fitting(value ?? '', max))
const list = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .nullish()
    .transform((items) => (items ?? []).slice(0, max))

/** The expected shape; every part is optional, because a long plan comes in several replies. */
const PlanParts = z.object({
  title: Title.nullish().transform((title) => title ?? ''),
  description: text(LIMITS.plan_description),
  phases: list(
    z.object({
      title: FilledTitle,
      description: text(LIMITS.description),
      tasks: list(
        z.object({ title: FilledTitle, description: text(LIMITS.description), estimatedTime: text(ESTIMATE_MAX) }),
        TASKS_MAX,
      ),
    }),
    PHASES_MAX,
  ),
  milestones: list(
    z.object({ title: FilledTitle, description: text(LIMITS.description), targetDate: text(ESTIMATE_MAX) }),
    MILESTONES_MAX,
  ),
})
export type AiPlan = z.infer<typeof PlanParts>

export const NOTHING: AiPlan = { title: '', description: '', phases: [], milestones: [] }

/** The parts of a complete reply, or its errors. */
export function readReply(reply: string): { parts: AiPlan } | { problem: string } {
  const [first, last] = [reply.indexOf('{'), reply.lastIndexOf('}')]
  if (first < 0 || last < first) return { problem: 'It has no JSON object.' }
  try {
    const value = JSON.parse(reply.slice(first, last + 1))
    const parsed = PlanParts.safeParse(value)
    // A continuation says with an empty list that no phase is missing.
    if (parsed.success && !Array.isArray(value.phases)) return { problem: 'It has no phases.' }
    return parsed.success ? { parts: parsed.data } : { problem: z.prettifyError(parsed.error).slice(0, 1_000) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** The complete parts of a truncated reply, without the element in which it broke off. */
export async function parseComplete(reply: string): Promise<{ parts: AiPlan; hasAllPhases: boolean }> {
  const value = await partOf(reply)
  const [last] = Object.entries(value).slice(-1)
  if (Array.isArray(last?.[1])) last[1].pop()
  const parsed = PlanParts.safeParse(value)
  return { parts: parsed.data ?? NOTHING, hasAllPhases: 'phases' in value && last?.[0] !== 'phases' }
}

/** Merges both; existing parts are not added twice. */
export function merge(before: AiPlan, more: AiPlan): AiPlan {
  const added = <T extends { title: string }>(have: T[], items: T[], max: number) => {
    const titles = new Set(have.map(({ title }) => title.toLowerCase()))
    return [...have, ...items.filter(({ title }) => !titles.has(title.toLowerCase()))].slice(0, max)
  }
  return {
    title: before.title || more.title,
    description: before.description || more.description,
    phases: added(before.phases, more.phases, PHASES_MAX),
    milestones: added(before.milestones, more.milestones, MILESTONES_MAX),
  }
}

/** The missing parts of a plan. */
export function missingParts(plan: AiPlan): string | null {
  if (plan.title === '') return 'It has no title.'
  return plan.phases.length === 0 ? 'It has no phases.' : null
}

export const outlineOf = ({ title, description, phases, milestones }: AiPlan): PlanOutline => ({
  title,
  description,
  phases: phases.map((phase) => ({ title: phase.title, tasks: phase.tasks.map((task) => ({ title: task.title })) })),
  milestones: milestones.map((milestone) => ({ title: milestone.title })),
})

/** The end of a text: up to there every title is complete. */
const END_OF_TEXT = /(?<!\\)"\s*[,}\]]/g
const END_MAX = 40

/** The end of the last text in a reply that was read up to `seen`; null if none has ended since. */
export function endOfLastText(reply: string, seen: number): number | null {
  const from = Math.max(0, seen - END_MAX)
  const ends = [...reply.slice(from).matchAll(END_OF_TEXT)]
  const last = ends.at(-1)
  return last ? from + last.index + 1 : null
}

/** The part of an unfinished reply that can be shown. */
export async function readSoFar(reply: string): Promise<AiPlan> {
  const value = await partOf(reply)
  const texts = (item: unknown) => (typeof item === 'string' ? item : '')
  const titled = (items: unknown) => (Array.isArray(items) ? items : []).filter((item) => Boolean(texts(item?.title)))
  const { title, description, phases, milestones } = value as Record<string, unknown>
  const shown = {
    title: texts(title),
    description: texts(description),
    phases: titled(phases).map((phase) => ({
      title: phase.title,
      tasks: titled(phase.tasks).map(({ title }) => ({ title })),
    })),
    milestones: titled(milestones).map(({ title }) => ({ title })),
  }
  const parsed = PlanParts.safeParse(shown)
  return parsed.success ? parsed.data : NOTHING
}

async function partOf(reply: string): Promise<object> {
  const first = reply.indexOf('{')
  const value = first < 0 ? undefined : await parsePartialJson(reply.slice(first))
  return typeof value === 'object' && value !== null ? value : {}
}
