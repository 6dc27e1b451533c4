import { ArrowRight, PencilRuler } from 'lucide-react'
import { Link } from 'react-router'
import { Mark } from '../../ui/Mark.tsx'

/** What a person without plans sees: the ways to make the first one. */
export function PlansWelcome() {
  return (
    <section className="flex flex-col items-center rounded-10 border border-line bg-surface px-6 py-14 text-center sm:py-20">
      <span className="mb-5 inline-flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Mark size={34} />
      </span>
      <h2 className="font-semibold text-20">Start Your Planning Journey</h2>
      <p className="mt-2 max-w-105 text-muted">
        A plan is a tree of phases, tasks and milestones that people and agents build together, stone by stone.
      </p>
      <Link
        to="/plans/new"
        className="mt-8 flex w-full max-w-105 items-center gap-4 rounded-10 border border-line-strong p-4 text-left transition-colors hover:border-accent hover:bg-accent-soft"
      >
        <span
          aria-hidden
          className="inline-flex size-10 shrink-0 items-center justify-center rounded-6 bg-idle-soft text-muted"
        >
          <PencilRuler size={20} />
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="font-medium">Manual Creation</span>
          <span className="text-13 text-muted">Start from an empty plan and shape it yourself.</span>
        </span>
        <ArrowRight size={18} aria-hidden className="shrink-0 text-muted" />
      </Link>
    </section>
  )
}
