import { AI_TIMELINES, type AiComplexity, type AiTimeline } from '@cairn/contract/api/ai'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Field } from '../../ui/Field.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Select } from '../../ui/Select.tsx'

/** Plan sizes to choose from. */
const DETAIL_OPTIONS = [
  { value: 'simple', label: 'Simple', hint: '3–4 phases, 2–3 tasks each' },
  { value: 'detailed', label: 'Detailed', hint: '5–6 phases, 4–5 tasks each' },
  { value: 'comprehensive', label: 'Comprehensive', hint: '7–8 phases, 5–7 tasks each' },
] as const

const TIMELINE_LABEL: Record<AiTimeline, string> = {
  auto: 'Automatic',
  '1week': '1 week',
  '1month': '1 month',
  '3months': '3 months',
  '6months': '6 months',
}
const TIMELINE_OPTIONS = AI_TIMELINES.map((value) => ({ value, label: TIMELINE_LABEL[value] }))

interface Props {
  complexity: AiComplexity
  onComplexity: (complexity: AiComplexity) => void
  timeline: AiTimeline
  onTimeline: (timeline: AiTimeline) => void
}

/** Detail level and timeline. While collapsed, the summary shows the current values. */
export function AdvancedOptions({ complexity, onComplexity, timeline, onTimeline }: Props) {
  const detail = DETAIL_OPTIONS.find(({ value }) => value === complexity)?.label
  return (
    <Disclosure label="Advanced options" summary={`${detail} · ${TIMELINE_LABEL[timeline]}`}>
      <RadioCards
        legend="Detail level"
        name="complexity"
        columns={3}
        value={complexity}
        options={DETAIL_OPTIONS}
        onChange={onComplexity}
      />
      <Field label="Timeline" className="sm:max-w-60">
        <Select value={timeline} options={TIMELINE_OPTIONS} onChange={onTimeline} />
      </Field>
    </Disclosure>
  )
}
