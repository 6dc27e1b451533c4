/** The target of a step: the element with this `data-tour`. */
type Target = 'canvas' | 'add-node' | 'view-modes' | 'share'

export interface Step {
  target?: Target
  title: string
  text: string
}

interface Place {
  /** Touch instead of keyboard and mouse. */
  byTouch: boolean
  /** Whether the window is wide enough for the split view. */
  hasSplit: boolean
}

/** The steps of the guided tour, worded for the current device. */
export const tourSteps = ({ byTouch, hasSplit }: Place): readonly Step[] => [
  {
    title: 'Welcome to your plan',
    text: 'A plan is a tree of phases, tasks and milestones that people and AI agents build together. This tour takes 30 seconds.',
  },
  {
    target: 'canvas',
    title: 'Your canvas',
    text: byTouch
      ? 'Everything you add appears here. In the graph, pan with one finger and zoom with two; in the tree, tap to open a node.'
      : 'Everything you add appears here. In the graph, drag or scroll to pan and hold Ctrl while scrolling to zoom; in the tree, use the arrow keys.',
  },
  {
    target: 'add-node',
    title: 'Add nodes',
    text: byTouch
      ? 'Add a phase, task or milestone here.'
      : 'Add a phase, task or milestone here, or press N anywhere.',
  },
  {
    target: 'view-modes',
    title: 'Switch views',
    text: `${viewModes({ byTouch, hasSplit })} Cairn remembers your choice for each plan.`,
  },
  {
    target: 'share',
    title: 'Invite others',
    text: 'See who has access. The owner and admins can invite people by email and choose their role. Everyone sees changes as they happen.',
  },
  {
    title: 'You’re all set',
    text: byTouch
      ? 'Tap the search icon at the top to find any node or action, including this tour.'
      : 'Press ? to see all keyboard shortcuts or to take this tour again.',
  },
]

function viewModes({ byTouch, hasSplit }: Place): string {
  const views = hasSplit ? 'graph, tree and split view' : 'graph and tree'
  if (byTouch) return `Switch between ${views}.`
  return `Switch between ${views}: press ${hasSplit ? 'G, T or D' : 'G or T'}.`
}
