import { LIMITS } from '@cairn/contract/api/common'
import { Sparkles } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { MOD } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Kbd } from '../../ui/Kbd.tsx'

interface Props {
  ref: Ref<HTMLTextAreaElement>
  hint: string
  value: string
  onChange: (prompt: string) => void
}

/** The prompt field. Must be inside a form, which Ctrl or Cmd with Enter submits. */
export function PromptField({ ref, hint, value, onChange }: Props) {
  const id = useId()
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <div className="flex flex-col gap-4">
      <header>
        <h1 className="text-balance font-semibold text-28">
          <label htmlFor={id}>What do you want to plan?</label>
        </h1>
        <p className="mt-1 text-muted">{hint}</p>
      </header>
      <div className="rounded-10 border border-line-strong bg-surface transition-colors focus-within:border-accent focus-within:outline-2 focus-within:outline-accent/30">
        <textarea
          ref={ref}
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the page is this one question.
          autoFocus
          rows={5}
          maxLength={LIMITS.prompt}
          aria-describedby={`${id}-counter`}
          placeholder="Describe the goal, who’s involved and any deadlines..."
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={handleKey}
          className="field-sizing-content block max-h-[45dvh] min-h-36 w-full resize-none bg-transparent px-4 pt-3.5 pb-2 text-16 outline-none"
        />
        <div className="flex items-center gap-3 px-4 pb-3 max-sm:flex-wrap">
          <span
            id={`${id}-counter`}
            className={cx('text-12 tabular-nums', value.length < LIMITS.prompt ? 'text-muted' : 'font-medium text-ink')}
          >
            {value.length}/{LIMITS.prompt}
          </span>
          <span aria-hidden className="ml-auto flex items-center gap-1 pointer-coarse:hidden">
            <Kbd>{MOD}</Kbd>
            <Kbd>Enter</Kbd>
          </span>
          <Button
            type="submit"
            variant="primary"
            icon={<Sparkles size={16} aria-hidden />}
            disabled={value.trim() === ''}
            className="pointer-coarse:ml-auto"
          >
            Generate plan
          </Button>
        </div>
      </div>
    </div>
  )
}
