import type { EdgeKind } from '@cairn/contract/api/edges'

/** Menu choices in display order, with the line style of the canvas. */
export const EDGE_KIND_CHOICES = [
  { value: 'dependency', label: 'Dependency', icon: <Line className="border-progress-fill border-dashed" /> },
  { value: 'reference', label: 'Reference', icon: <Line className="border-done-fill border-dotted" /> },
  { value: 'sequence', label: 'Sequence', icon: <Line className="border-sequence-fill border-solid" /> },
] as const satisfies readonly { value: EdgeKind; label: string; icon: unknown }[]

function Line({ className }: { className: string }) {
  return <span aria-hidden className={`w-5 shrink-0 border-t-2 ${className}`} />
}

/** A link seen from one of its ends: incoming or outgoing. */
export interface Relation {
  kind: EdgeKind
  way: 'in' | 'out'
}

const LABEL: Record<EdgeKind, Record<Relation['way'], string>> = {
  dependency: { in: 'Depends on', out: 'Required by' },
  sequence: { in: 'Comes after', out: 'Comes before' },
  reference: { in: 'Referenced by', out: 'References' },
}

export const relationLabel = ({ kind, way }: Relation): string => LABEL[kind][way]

/** In display order. */
export const RELATIONS: readonly Relation[] = [
  { kind: 'dependency', way: 'in' },
  { kind: 'dependency', way: 'out' },
  { kind: 'sequence', way: 'in' },
  { kind: 'sequence', way: 'out' },
  { kind: 'reference', way: 'out' },
  { kind: 'reference', way: 'in' },
]
