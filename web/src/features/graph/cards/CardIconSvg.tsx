import { ChevronDown, Lock, type LucideIcon, MessageSquare, Paperclip } from 'lucide-react'
import { NODE_STATUS, NODE_TYPE } from '../../../display/nodeDisplay.tsx'
import type { CardIcon } from './iconShapes.ts'

const OTHER: Record<string, LucideIcon> = {
  comments: MessageSquare,
  files: Paperclip,
  waits: Lock,
  folded: ChevronDown,
}

const isKey = <T extends object>(key: PropertyKey, of: T): key is keyof T => key in of

/** An icon of a card, in the color of its text. */
export function CardIconSvg({ icon, size }: { icon: CardIcon; size: number }) {
  const Icon = isKey(icon, NODE_TYPE)
    ? NODE_TYPE[icon].Icon
    : isKey(icon, NODE_STATUS)
      ? NODE_STATUS[icon].Icon
      : OTHER[icon]
  return Icon ? <Icon size={size} aria-hidden /> : null
}
