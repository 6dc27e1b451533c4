import { PACK_TOKENS, type PackSection, type SectionManifest } from '@cairn/contract/api/contextPack'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { contextPackQuery, packNewsQuery } from '../../data/contextPacks.ts'
import { messageOf } from '../../lib/api.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useCopy } from '../../ui/useCopy.ts'

const BUDGETS = [PACK_TOKENS.min, PACK_TOKENS.default, 16_000, PACK_TOKENS.max]

const NAMES: Record<PackSection, string> = {
  instructions: 'agent instructions',
  node: 'node',
  dependencies: 'dependencies',
  ancestry: 'ancestors',
  decisions: 'decisions',
  logs: 'recent log entries',
  siblings: 'siblings',
  files: 'files',
}

interface Props {
  planId: string
  nodeId: string
  onClose: () => void
}

/** The context pack of a node, the same text that agents read. */
export function AgentView({ planId, nodeId, onClose }: Props) {
  const [budget, setBudget] = useState<number>(PACK_TOKENS.default)
  const address = { planId, nodeId, maxTokens: budget }
  const { data: pack, ...query } = useQuery(contextPackQuery(address))
  const { data: news } = useQuery(packNewsQuery(address, pack?.hash))
  const changed = news.since === pack?.hash ? news.changed : []
  const { copied, copy } = useCopy({ failure: 'Failed to copy to clipboard' })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="What an agent sees"
      description="Agents read this context pack before they work on the node. Lines that begin with > are quoted as data."
      width="lg"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3">
        <div className="w-52 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1">
          <Select
            label="Token budget"
            value={`${budget}`}
            options={BUDGETS.map((tokens) => ({ value: `${tokens}`, label: `Up to ${formatNumber(tokens)} tokens` }))}
            onChange={(value) => setBudget(Number(value))}
          />
        </div>
        <p role="status" className="mr-auto text-13 text-muted tabular-nums max-sm:order-last max-sm:w-full">
          {pack && `About ${formatNumber(pack.tokens)} tokens`}
        </p>
        <Button
          disabled={!pack}
          icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => pack && copy(pack.text)}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {changed.length > 0 && (
        <div className="pb-3">
          <Notice>
            <p>Changed since you opened it: {changed.map((section) => NAMES[section]).join(', ')}</p>
            <Button
              size="sm"
              className="mt-2"
              busy={query.isFetching}
              icon={<RotateCw size={14} aria-hidden />}
              onClick={() => query.refetch()}
            >
              Reload
            </Button>
          </Notice>
        </div>
      )}
      {query.isPending && (
        <div role="status" aria-label="Loading" className="flex flex-col gap-3 py-2">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-5/6" />
        </div>
      )}
      {query.isError && !pack && (
        <Notice look="error">
          <p>{messageOf(query.error, 'Failed to load context pack')}</p>
          <Button size="sm" className="mt-2" onClick={() => query.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {pack && (
        <>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
            tabIndex={0}
            aria-label="Context pack"
            className="max-h-[52dvh] min-h-24 overflow-y-auto rounded-6 border border-line bg-canvas px-3 py-2"
          >
            <pre className="whitespace-pre-wrap break-words font-mono text-12 leading-5 [unicode-bidi:plaintext]">
              {pack.text}
            </pre>
          </section>
          <Cut sections={pack.sections} isLargest={budget === PACK_TOKENS.max} />
        </>
      )}
    </Dialog>
  )
}

function Cut({ sections, isLargest }: { sections: readonly SectionManifest[]; isLargest: boolean }) {
  const cut = sections.filter((section) => section.cut)
  return (
    <p className="pt-3 text-13 text-muted">
      {cut.length === 0
        ? 'Nothing was cut'
        : `Cut: ${cut.map(describe).join(', ')}.${isLargest ? '' : ' A larger budget shows more.'} The pack tells agents how to read the rest.`}
    </p>
  )
}

/** 'siblings (12 of 40)' */
const describe = ({ section, items, total }: SectionManifest): string =>
  items === 0
    ? `${NAMES[section]} (left out)`
    : total !== null && total > items
      ? `${NAMES[section]} (${formatNumber(items)} of ${formatNumber(total)})`
      : NAMES[section]
