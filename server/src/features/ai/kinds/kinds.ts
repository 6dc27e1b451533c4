// The kinds of projects that sample plans know.
import { app } from './app.ts'
import { course } from './course.ts'
import { event } from './event.ts'
import { generic } from './generic.ts'
import type { Kind } from './kind.ts'
import { launch } from './launch.ts'
import { marketing } from './marketing.ts'
import { research } from './research.ts'

/** Without `generic`, the fallback. */
const KNOWN: readonly Kind[] = [app, launch, course, marketing, event, research]

/** The kind whose words come first: a "launch of an app" is a launch. */
export function kindOf(prompt: string): Kind {
  const found = KNOWN.map((kind) => ({ kind, at: prompt.search(kind.words) })).filter(({ at }) => at >= 0)
  found.sort((a, b) => a.at - b.at)
  return found[0]?.kind ?? generic
}
