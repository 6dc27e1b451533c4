// Parses replies of the AI service leniently: long texts are truncated, unknown parts ignored.
import type { PlanSketch } from '@cairn/contract/api/ai'
import { LIMITS, withoutUnstorable } from '@cairn/contract/api/common'
import { z } from 'zod'
import { readJson, readPartialJson } from './ai.json.ts'

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

/** A complete reply. A continuation says with an empty list that no phase is missing. */
const WithPhases = z
  .any()
  .refine((reply) => Array.isArray(reply?.phases), 'It has no phases.')
  .pipe(PlanParts)

export const NOTHING: AiPlan = { title: '', description: '', phases: [], milestones: [] }

/** The parts of a complete reply, or its errors. */
export function readReply(reply: string): { parts: AiPlan } | { problem: string } {
  const read = readJson(reply, WithPhases)
  return read.problem === undefined ? { parts: read.value } : read
}

/** The complete parts of a truncated reply, without the element in which it broke off. */
export async function parseComplete(reply: string): Promise<{ parts: AiPlan; hasAllPhases: boolean }> {
  const value = await readPartialJson(reply)
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

export const sketchOf = ({ title, description, phases, milestones }: AiPlan): PlanSketch => ({
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
  const value = await readPartialJson(reply)
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
