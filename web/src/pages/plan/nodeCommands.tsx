// The commands of the selected node.
import { NODE_STATUSES } from '@cairn/contract/api/nodes'
import { BellOff, Eye, EyeOff, Hand } from 'lucide-react'
import { nodeActionsFor } from '../../actions/nodeActionTable.ts'
import type { StoredNode } from '../../data/nodeStore.ts'
import { NODE_STATUS, StatusIcon, titleOf } from '../../display/nodeDisplay.tsx'
import type { Command } from '../../lib/commands.ts'
import { toast } from '../../ui/Toast.tsx'
import { nodeAt } from '../nodeAt.ts'
import { type CommandTargets, ICON } from './commandTargets.ts'

export function nodeCommands({ actions, onOpen }: CommandTargets, node: StoredNode): Command[] {
  const group = `Selected: ${titleOf(node)}`
  const offered = nodeActionsFor(node, actions, {
    addChild: (id) => onOpen({ kind: 'create', under: id }),
    rename: (id) => onOpen({ kind: 'rename', id }),
    move: (id) => onOpen({ kind: 'move', ids: [id] }),
    link: (id) => onOpen({ kind: 'link', id }),
  })
  return offered.flatMap((action): Command[] => {
    if ('setStatus' in action)
      return NODE_STATUSES.filter((status) => status !== action.status).map((status) => ({
        group,
        label: `Change status to ${NODE_STATUS[status].label}`,
        icon: <StatusIcon status={status} />,
        run: () => action.setStatus(status),
      }))
    const { label, dialogLabel = label, also, Icon, run } = action
    return [{ group, label: dialogLabel, icon: <Icon {...ICON} />, run, ...(also ? { also } : {}) }]
  })
}

/** For the shortcut. The palette lists the action of the selected node. */
export function takeOverCommand({ actions: { claims }, selectedId }: CommandTargets, isHeld: boolean): Command {
  return {
    id: 'take-over',
    group: 'Tree and graph',
    label: 'Take over held task',
    also: 'claim lease agent',
    icon: <Hand {...ICON} />,
    keys: ['O'],
    run: isHeld
      ? () => {
          const id = nodeAt(document.activeElement) ?? selectedId
          if (id !== null && claims?.holderOf(id) === 'other') void claims.ways.takeOver(id)
          else toast(id === null ? 'Select a task to take it over' : 'No one else holds this', { id: 'take-over-none' })
        }
      : undefined,
  }
}

const WATCHING = [
  { level: 'watch', label: 'Watch', icon: <Eye {...ICON} /> },
  { level: null, label: 'Stop watching', icon: <EyeOff {...ICON} /> },
  { level: 'mute', label: 'Mute', icon: <BellOff {...ICON} /> },
] as const

export function watchCommands({ watches, onWatch }: CommandTargets, node: StoredNode): Command[] {
  const now = watches.get(node.id) ?? null
  return WATCHING.flatMap(({ level, label, icon }) =>
    level === now
      ? []
      : [
          {
            group: `Selected: ${titleOf(node)}`,
            label: level === null && now === 'mute' ? 'Unmute' : label,
            also: 'follow notifications subscribe',
            icon,
            run: () => onWatch(node.id, level),
          },
        ],
  )
}
