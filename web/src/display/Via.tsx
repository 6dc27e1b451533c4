import type { ActivityItem } from '@cairn/contract/api/activity'
import { Bot } from 'lucide-react'
import { AppMark } from './AppMark.tsx'

/** Says which app or API token made a change, after its time. Nothing for a change that a person made. */
export function Via({ via }: Pick<ActivityItem, 'via'>) {
  if (!via.name) return null
  return (
    <>
      {' · '}
      {via.icon_url ? (
        <AppMark name={via.name} icon={via.icon_url} className="size-3.5 rounded-[3px] align-[-2px] text-[9px]" />
      ) : (
        <Bot size={13} aria-hidden className="inline align-[-2px]" />
      )}{' '}
      {`via ${via.name}`}
    </>
  )
}
