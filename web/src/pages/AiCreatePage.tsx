import type { AiComplexity, AiTimeline } from '@cairn/contract/api/ai'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { configQuery } from '../data/auth.ts'
import { AdvancedOptions } from '../features/ai-create/AdvancedOptions.tsx'
import { GenerationDialog } from '../features/ai-create/GenerationDialog.tsx'
import { PromptField } from '../features/ai-create/PromptField.tsx'
import { PROMPT_EXAMPLES } from '../features/ai-create/promptExamples.tsx'
import { useGeneration } from '../features/ai-create/useGeneration.ts'
import { useDraft } from '../lib/drafts.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { toast } from '../ui/Toast.tsx'

const HINT = 'A few sentences are enough. You can change everything later.'
const SAMPLE = 'No AI service is configured, so you’ll get a sample plan based on your text.'

/** /plans/ai-create: a plan from a few sentences. */
export function AiCreatePage() {
  usePageTitle('Create with AI')
  const navigate = useNavigate()
  const { data: config } = useQuery(configQuery)
  const { value: prompt, set: setPrompt, clear: clearPrompt } = useDraft('AI prompt', '')
  const [complexity, setComplexity] = useState<AiComplexity>('detailed')
  const [timeline, setTimeline] = useState<AiTimeline>('auto')
  const field = useRef<HTMLTextAreaElement>(null)
  const { generation, failure, start, cancel } = useGeneration()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (prompt.trim() !== '') void start({ prompt, complexity, timeline })
  }
  const takeExample = (text: string) => {
    const isTyped = prompt.trim() !== '' && PROMPT_EXAMPLES.every((example) => example.prompt !== prompt)
    if (isTyped) toast('Prompt replaced', { action: { label: 'Undo', onClick: () => setPrompt(prompt) } })
    setPrompt(text)
    field.current?.focus()
  }

  return (
    <div className="mx-auto w-full max-w-180 flex-1 px-4 py-8 sm:px-6">
      <Button variant="ghost" size="sm" asChild className="-ml-2.5 mb-2">
        <Link to="/plans">
          <ArrowLeft size={16} aria-hidden />
          My Plans
        </Link>
      </Button>
      <form onSubmit={submit} className="flex flex-col gap-6">
        <PromptField ref={field} hint={config?.ai === false ? SAMPLE : HINT} value={prompt} onChange={setPrompt} />
        {failure && (
          <Notice look="error">
            <p>{failure.message}</p>
            {failure.isUncertain && (
              <p className="mt-1 text-pretty">
                The plan may have been created anyway. Check <TextLink to="/plans">My Plans</TextLink> first. Generating
                again opens that plan instead of creating a duplicate.
              </p>
            )}
          </Notice>
        )}
        <ul aria-label="Examples" className="flex flex-wrap gap-2">
          {PROMPT_EXAMPLES.map(({ label, Icon, prompt: text }) => (
            <li key={label}>
              <Button
                size="sm"
                icon={<Icon size={15} aria-hidden className="text-muted" />}
                onClick={() => takeExample(text)}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
        <AdvancedOptions
          complexity={complexity}
          onComplexity={setComplexity}
          timeline={timeline}
          onTimeline={setTimeline}
        />
      </form>
      {generation && (
        <GenerationDialog
          generation={generation}
          onCancel={cancel}
          onFinished={({ plan_id, is_ai }) => {
            if (!is_ai) toast('This is a sample plan, created without AI. Edit it to fit your project.')
            clearPrompt()
            navigate(`/plans/${plan_id}`, { replace: true })
          }}
        />
      )}
    </div>
  )
}
