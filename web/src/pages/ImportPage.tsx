import type { ImportPreview } from '@cairn/contract/api/transfer'
import { ArrowLeft, FileUp } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { sayCreated, sayPlanNotCreated } from '../actions/createdPlan.ts'
import { previewImport, useImportPlan } from '../data/transfer.ts'
import { StatusIcon, TypeIcon } from '../display/nodeDisplay.tsx'
import { messageOf } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'
import { randomKey } from '../lib/idempotency.ts'
import { counted, formatNumber } from '../lib/numbers.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { dayLabel } from '../lib/relativeTime.ts'
import { useIsShown } from '../lib/useIsShown.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Textarea } from '../ui/Textarea.tsx'

const FORMAT_LABEL = {
  cairn: 'Cairn plan',
  markdown: 'Markdown outline',
  csv: 'CSV table',
  todoist: 'Todoist CSV',
  trello: 'Trello JSON',
  linear: 'Linear CSV',
  github: 'GitHub Projects table',
} as const satisfies Record<NonNullable<ImportPreview['format']>, string>

interface Checked {
  file: File
  /** The text that the file holds; null if it was chosen. */
  pasted: string | null
  key: string
  preview: ImportPreview
}

/** /plans/import: creates a plan from a file or pasted text, after a preview. */
export function ImportPage() {
  usePageTitle('Import Plan')
  const navigate = useNavigate()
  const create = useImportPlan()
  const { value: text, set: setText, clear: forget, settle } = useDraft('import', '')
  const [checked, setChecked] = useState<Checked | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const [error, setError] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const edit = (value: string) => {
    running.current?.abort()
    setText(value)
    setIsChecking(false)
    setChecked(null)
    setError(undefined)
    create.reset()
  }
  const check = async (file: File, pasted: string | null) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setIsChecking(true)
    setChecked(null)
    setError(undefined)
    create.reset()
    try {
      const preview = await previewImport(file, controller.signal)
      setChecked({ file, pasted, key: randomKey(), preview })
    } catch (failure) {
      if (controller.signal.aborted) return
      setError(messageOf(failure, 'Failed to read file'))
    }
    setIsChecking(false)
  }
  const isShown = useIsShown()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || isChecking) return
    if (!checked) {
      if (text.trim() !== '') void check(new File([text], 'Pasted plan'), text)
      return
    }
    try {
      const plan = await create.mutateAsync(checked)
      if (checked.pasted !== null) settle(checked.pasted)
      if (isShown.current) navigate(`/plans/${plan.id}`, { replace: true })
      else sayCreated(plan)
    } catch (failure) {
      if (!isShown.current) sayPlanNotCreated(checked.file.name, failure)
    }
  }
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !create.isPending) void check(file, null)
  }

  return (
    <div className="mx-auto flex w-full max-w-160 flex-1 flex-col gap-6 px-4 py-8 sm:px-6">
      <header>
        <Button variant="ghost" size="sm" asChild className="-ml-2.5 mb-2">
          <Link to="/plans">
            <ArrowLeft size={16} aria-hidden />
            My Plans
          </Link>
        </Button>
        <h1 className="font-semibold text-28">Import Plan</h1>
        <p className="mt-1 text-muted">
          From Cairn, Markdown, CSV, Todoist, Trello, Linear or GitHub Projects. Nothing is created before you confirm.
        </p>
      </header>
      <form onSubmit={submit} className="flex flex-col gap-5 rounded-10 border border-line bg-surface p-5 sm:p-6">
        <fieldset
          aria-label="File"
          onDragOver={(event) => {
            event.preventDefault()
            setIsOver(true)
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setIsOver(false)
            choose(event.dataTransfer.files)
          }}
          className={cx(
            'flex flex-col items-center gap-3 rounded-10 border border-dashed p-6 text-center',
            isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
          )}
        >
          <FileUp size={24} aria-hidden className="text-muted" />
          <Button disabled={create.isPending} onClick={() => input.current?.click()}>
            Choose file
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="File to import"
            accept=".json,.zip,.md,.markdown,.txt,.csv,.tsv"
            onChange={({ target }) => {
              choose(target.files)
              target.value = ''
            }}
          />
          <p className="text-13 text-muted">{checked ? checked.file.name : 'or drop a file here'}</p>
        </fieldset>
        <Field label="Or paste text">
          <Textarea
            rows={5}
            spellCheck={false}
            value={text}
            readOnly={create.isPending}
            onChange={({ target: { value } }) => edit(value)}
            className="max-h-60 font-mono text-13 whitespace-pre"
          />
        </Field>
        {error !== undefined && <Notice look="error">{error}</Notice>}
        {checked && <Preview {...checked.preview} />}
        {create.isError && <Notice look="error">{messageOf(create.error, 'Failed to import plan')}</Notice>}
        <div className="flex justify-end gap-2 pt-1 max-sm:[&>*]:flex-1">
          <Button asChild>
            <Link to="/plans" onClick={forget}>
              Cancel
            </Link>
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={isChecking || create.isPending}
            disabled={checked ? !checked.preview.can_import : text.trim() === '' && !isChecking}
          >
            {buttonLabel(isChecking, create.isPending, checked !== null)}
          </Button>
        </div>
      </form>
    </div>
  )
}

function buttonLabel(isChecking: boolean, isImporting: boolean, isChecked: boolean): string {
  if (isChecking) return 'Reading...'
  if (isImporting) return 'Importing...'
  return isChecked ? 'Import' : 'Preview'
}

function Preview({ format, can_import, title, node_count, problem_count, problems, nodes }: ImportPreview) {
  return (
    <section aria-label="Preview" className="flex flex-col gap-3">
      <h2 role="status" className="font-medium text-14 [overflow-wrap:anywhere]">
        {can_import
          ? `${format ? FORMAT_LABEL[format] : 'Plan'}: “${title}” with ${counted(node_count, 'node')}`
          : 'This file can’t be imported'}
      </h2>
      {problem_count > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
          tabIndex={0}
          aria-label="Problems"
          className="max-h-48 overflow-y-auto rounded-6 border border-line p-3 text-13"
        >
          {problems.map(({ line, field, message, instead }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: problems have nothing else.
            <li key={index} className="py-0.5 [overflow-wrap:anywhere]">
              <span className="text-muted">{placeOf(line, field)}</span>
              {message}.{instead === null ? '' : ` ${instead}.`}
            </li>
          ))}
          {problem_count > problems.length && (
            <li className="text-muted">and {formatNumber(problem_count - problems.length)} more</li>
          )}
        </ul>
      )}
      {can_import && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
          tabIndex={0}
          aria-label="New nodes"
          className="max-h-72 overflow-y-auto rounded-6 border border-line p-2 text-13"
        >
          {nodes.map((node, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else.
              key={index}
              className="flex items-center gap-2 py-0.5 [&_svg]:shrink-0"
              style={{ paddingLeft: Math.min(node.level, 12) * 18 }}
            >
              <TypeIcon type={node.node_type} size={14} />
              <StatusIcon status={node.status} size={14} />
              <span className="title-text min-w-0 truncate">{node.title}</span>
              {node.due_date && <span className="shrink-0 text-12 text-muted">{dayLabel(node.due_date)}</span>}
            </li>
          ))}
          {node_count > nodes.length && (
            <li className="text-muted">and {formatNumber(node_count - nodes.length)} more</li>
          )}
        </ul>
      )}
    </section>
  )
}

function placeOf(line: number | null, field: string | null): string {
  const parts = [line === null ? '' : `Line ${formatNumber(line)}`, field ?? ''].filter((part) => part !== '')
  return parts.length === 0 ? '' : `${parts.join(', ')}: `
}
