import { Check, FolderKanban } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import type { PlanItemProps } from './planItem.ts'

/** The icon of a plan, which turns into the checkbox that selects it. */
export function SelectPlan({ plan, isSelected, isSelecting, onSelect }: PlanItemProps) {
  return (
    <label className="relative z-10 inline-flex size-9 shrink-0 cursor-pointer items-center justify-center self-start rounded-6 bg-accent-soft text-accent-ink focus-within:outline-2 focus-within:outline-accent lg:self-center">
      <input
        type="checkbox"
        aria-label={`Select ${plan.title}`}
        checked={isSelected}
        onChange={() => onSelect(plan.id)}
        className="peer absolute inset-0 cursor-pointer opacity-0"
      />
      <FolderKanban
        size={18}
        aria-hidden
        className={cx('group-hover:hidden peer-focus-visible:hidden', isSelecting && 'hidden')}
      />
      <span
        aria-hidden
        className={cx(
          'size-4 items-center justify-center rounded-[4px] border group-hover:inline-flex peer-focus-visible:inline-flex',
          isSelecting ? 'inline-flex' : 'hidden',
          isSelected ? 'border-accent bg-accent text-white' : 'border-line-strong bg-surface',
        )}
      >
        {isSelected && <Check size={12} strokeWidth={3} />}
      </span>
    </label>
  )
}
