import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { formatNumber } from '../lib/numbers.ts'
import { cx } from './cx.ts'

interface Tab<T extends string> {
  value: T
  label: string
  count?: number | undefined
  /** Shown after the label, such as the progress of an upload. */
  mark?: ReactNode
  content: ReactNode
}

interface Props<T extends string> {
  label: string
  value: T
  /** Also called for the open tab, when it is clicked. */
  onChange: (value: T) => void
  tabs: readonly Tab<T>[]
  listClassName?: string
}

/** Tabs of which only the open one is mounted. The content fills the remaining height. */
export function Tabs<T extends string>({ label, value, onChange, tabs, listClassName }: Props<T>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} className="flex min-h-0 flex-1 flex-col">
      <div className={cx('shrink-0', listClassName)}>
        <div className="@container">
          <Radix.List aria-label={label} className="flex overflow-x-auto border-line border-b px-2 @max-[450px]:px-1">
            {tabs.map((tab) => (
              <Radix.Trigger
                key={tab.value}
                value={tab.value}
                // Radix focuses a pressed tab in code, which makes browsers draw the keyboard focus ring.
                onClick={() => tab.value === value && onChange(value)}
                onMouseDown={(event) => event.currentTarget.focus({ focusVisible: false })}
                className={
                  '-mb-px flex h-10 items-center gap-1 whitespace-nowrap border-transparent border-b-2 px-1.5 text-13 text-muted transition-colors hover:text-ink ' +
                  // Five tabs with counts fit into the narrowest panel.
                  '@max-[450px]:gap-0.5 @max-[450px]:px-1 @max-[450px]:text-12 ' +
                  'focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink'
                }
              >
                {tab.label}
                {tab.count !== undefined && tab.count > 0 && (
                  <span className="min-w-4.5 rounded-full bg-idle-soft px-1 text-center text-12 text-muted tabular-nums @max-[450px]:min-w-0 @max-[450px]:bg-transparent @max-[450px]:px-0.5">
                    {formatNumber(tab.count)}
                  </span>
                )}
                {tab.mark}
              </Radix.Trigger>
            ))}
          </Radix.List>
        </div>
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="min-h-0 flex-1 flex-col focus-visible:-outline-offset-2 data-[state=active]:flex"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
