import { render } from '@testing-library/react'
import {
  ChevronDown,
  Circle,
  CircleCheck,
  CircleDot,
  CircleSlash,
  ClipboardList,
  Flag,
  Layers,
  Lock,
  type LucideIcon,
  MessageSquare,
  Mountain,
  Paperclip,
} from 'lucide-react'
import { expect, it } from 'vitest'
import { NodeIcon, type NodeIconName } from './nodeIcons.tsx'

const ICONS: Record<NodeIconName, LucideIcon> = {
  root: Mountain,
  phase: Layers,
  task: ClipboardList,
  milestone: Flag,
  not_started: Circle,
  in_progress: CircleDot,
  completed: CircleCheck,
  blocked: CircleSlash,
  comments: MessageSquare,
  files: Paperclip,
  waits: Lock,
  folded: ChevronDown,
}
const NAMES = Object.keys(ICONS) as NodeIconName[]

it.each(NAMES)('draws %s as Lucide does', (icon) => {
  const Icon = ICONS[icon]
  const lucide = render(<Icon size={20} aria-hidden />).container.querySelector('svg')
  const own = render(<NodeIcon icon={icon} size={20} />).container.querySelector('svg')
  expect(pathOf(own)).toBe(pathOf(lucide))
  for (const name of own?.getAttributeNames() ?? [])
    expect([name, own?.getAttribute(name)]).toEqual([name, lucide?.getAttribute(name)])
})

/** The shapes of an icon as one path. */
function pathOf(svg: Element | null): string {
  const parts = [...(svg?.children ?? [])].map((shape) => {
    const of = (name: string) => Number(shape.getAttribute(name))
    switch (shape.tagName.toLowerCase()) {
      case 'circle': {
        const r = of('r')
        return `M${of('cx') + r} ${of('cy')}a${r} ${r} 0 1 1 ${-2 * r} 0a${r} ${r} 0 1 1 ${2 * r} 0z`
      }
      case 'line':
        return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`
      case 'rect': {
        const [x, y, width, height, r] = [of('x'), of('y'), of('width'), of('height'), of('rx')]
        const [across, down] = [width - 2 * r, height - 2 * r]
        const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
        return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`
      }
      default:
        // The first point of a path is absolute, and the numbers after it are relative lines.
        return (shape.getAttribute('d') ?? '').replace(/^m([\d.]+ [\d.]+) ?/, 'M$1l')
    }
  })
  return parts.join(' ')
}
