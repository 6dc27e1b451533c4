import type { PlanTemplate } from '@cairn/contract/api/plans'
import { PencilRuler, Sparkles } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useCreatePlan } from '../../data/plans.ts'
import { TEMPLATES } from '../../display/templateDisplay.ts'
import { messageOf } from '../../lib/api.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Tile } from '../../ui/Tile.tsx'

/** Shown to users without plans: the ways to create the first one. */
export function PlansWelcome() {
  const create = useCreatePlan()
  const navigate = useNavigate()
  const start = (template: PlanTemplate, title: string) =>
    create.mutate({ title, template }, { onSuccess: (plan) => navigate(plan?.id ? `/plans/${plan.id}` : '/plans') })
  return (
    <section className="flex flex-col items-center rounded-10 border border-line bg-surface px-4 py-12 sm:px-6 sm:py-16">
      <span className="mb-5 inline-flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Logo size={34} />
      </span>
      <h2 className="text-center font-semibold text-20">Start Your Planning Journey</h2>
      <p className="mt-2 max-w-105 text-balance text-center text-muted">
        A plan is a tree of phases, tasks and milestones that people and AI agents build together.
      </p>
      <div className="mt-8 grid w-full max-w-160 gap-3 sm:grid-cols-2">
        <Tile
          isMain
          to="/plans/ai-create"
          icon={<Sparkles size={18} />}
          title="AI-Powered Creation"
          text="Describe your goal and get a plan"
        />
        <Tile
          to="/plans/new"
          icon={<PencilRuler size={18} />}
          title="Manual Creation"
          text="Build it yourself, step by step"
        />
      </div>
      <h3 className="mt-8 mb-3 w-full max-w-160 font-medium text-13 text-muted">Or start from a template</h3>
      <div className="grid w-full max-w-160 gap-3 sm:grid-cols-2">
        {TEMPLATES.map(({ template, name, text, Icon }) => (
          <Tile
            key={template}
            icon={<Icon size={18} />}
            title={name}
            text={text}
            busy={create.isPending && create.variables.template === template}
            disabled={create.isPending}
            onClick={() => start(template, name)}
          />
        ))}
      </div>
      {create.isError && (
        <div className="mt-4 w-full max-w-160">
          <Notice look="error">{messageOf(create.error, 'Failed to create plan')}</Notice>
        </div>
      )}
    </section>
  )
}
