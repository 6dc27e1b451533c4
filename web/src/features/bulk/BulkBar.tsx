import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazyPart.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { usePicked } from '../../view-state/selection.ts'
import type { BulkProps } from './BulkTools.tsx'

const BulkTools = lazyPart(() => import('./BulkTools.tsx'), 'BulkTools')

/** The toolbar for several selected nodes. */
export function BulkBar(props: BulkProps) {
  const picked = usePicked(props.selection)
  return (
    <>
      <p role="status" className="sr-only">
        {picked.size > 0 && `${formatNumber(picked.size)} ${picked.size === 1 ? 'node' : 'nodes'} selected`}
      </p>
      {props.selection.isOpen && (
        <Suspense>
          <BulkTools {...props} picked={picked} />
        </Suspense>
      )}
    </>
  )
}
