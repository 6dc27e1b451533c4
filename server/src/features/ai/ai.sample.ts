// Rule-based plans, for servers without an AI service: the kind of project determines the phases, and the prompt's own
// words are inserted.
import type { AiComplexity } from '@cairn/contract/api/ai'
import { cut } from '../../base/cut.ts'
import { dayAfter, TIMELINE_DAYS } from './ai.dates.ts'
import type { PlanRequest } from './ai.prompts.ts'
import type { AiPlan } from './ai.reply.ts'
import type { Kind } from './kinds/kind.ts'
import { kindOf } from './kinds/kinds.ts'

/** The sizes of a plan made without AI. */
const SIZES: Record<AiComplexity, { phases: (kind: Kind) => readonly number[]; tasks: number }> = {
  simple: { phases: ({ shortest }) => shortest, tasks: 3 },
  detailed: { phases: () => [0, 1, 3, 5, 6], tasks: 4 },
  comprehensive: { phases: () => [0, 1, 2, 3, 4, 5, 6], tasks: 6 },
}
const MILESTONE_DAYS = [7, 30, 60] as const

export function samplePlan({ prompt, complexity, timeline }: PlanRequest, now: string): AiPlan {
  const kind = kindOf(prompt)
  const { title, name } = subjectOf(prompt, kind)
  const word = (text: string) => capital(text.replaceAll('{it}', name ?? `the ${kind.name}`))
  const { phases, tasks } = SIZES[complexity]
  // Milestones scale with the timeline.
  const scale = timeline === 'auto' ? 1 : TIMELINE_DAYS[timeline] / MILESTONE_DAYS[2]
  return {
    title,
    description: word(kind.description),
    phases: phases(kind).flatMap((index) => {
      const phase = kind.phases[index]
      return phase
        ? [
            {
              title: word(phase.title),
              description: word(phase.description),
              tasks: phase.tasks.slice(0, tasks).map(([title, estimatedTime, description]) => ({
                title: word(title),
                description: word(description),
                estimatedTime,
              })),
            },
          ]
        : []
    }),
    milestones: kind.milestones.map((title, index) => ({
      title: word(title),
      description: '',
      targetDate: dayAfter(now, Math.round((MILESTONE_DAYS[index] ?? 0) * scale)),
    })),
  }
}

const ASKING =
  /^\W*(?:(?:please|hi|hello|i|we|want|need|would|like|help|me|us|to|can|could|you|let's|goal|is)\b[\s,]*)*(?:(?:create|make|build|develop|design|plan|prepare|organi[sz]e|write|start|run|set up|launch|launching|planning)\b[\s:,]*(?:(?:me|us)\b\s*)?)?(?:(?:a|an|the|my|our|plan|for)\b\s+)*/iu
const SUBJECT_MAX = 80
const NAME_MAX = 40

interface Subject {
  title: string
  /** The subject in task titles: "the mobile app"; null if it does not fit into a sentence. */
  name: string | null
}

/**
 * The subject of the prompt, without the request: "Create a mobile app for hikers. It …" is about "mobile app for
 * hikers".
 */
function subjectOf(prompt: string, kind: Kind): Subject {
  const [sentence = ''] = prompt.trim().split(/[.!?\n;](?:\s|$)/u)
  const [asking = ''] = ASKING.exec(sentence) ?? []
  const bare = sentence.slice(asking.length).replace(/\s+/g, ' ').trim()
  if (bare === '') return { title: capital(shorten(prompt.trim())), name: null }
  const [head = ''] = bare.split(/\s(?:for|with|that|which|to|in|on|about|by|from|and|including)\s|,/iu)
  // After an article, or if the word is known, there is a noun.
  const isNoun = /\b(?:a|an|the|my|our)\s+$/i.test(asking) || kind.words.test(head)
  const inside = asking === '' && /^\p{Lu}\p{Ll}/u.test(head) ? head.charAt(0).toLowerCase() + head.slice(1) : head
  return { title: capital(shorten(bare)), name: isNoun && head.length <= NAME_MAX ? `the ${inside}` : null }
}

/** At the end of a word or clause. */
function shorten(text: string): string {
  if (text.length <= SUBJECT_MAX) return text
  const words = text
    .slice(0, SUBJECT_MAX + 1)
    .split(' ')
    .slice(0, -1)
  while (/^(?:a|an|and|for|in|of|on|or|that|the|to|with)$/i.test(words.at(-1) ?? '')) words.pop()
  return words.join(' ').replace(/[,\s]+$/, '') || cut(text, SUBJECT_MAX)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
