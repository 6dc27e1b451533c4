/** What a step points at: the element with this `data-tour`. */
type Target = 'canvas' | 'add-node' | 'view-modes' | 'share'

export interface Step {
  target?: Target
  title: string
  text: string
}

interface Place {
  /** Fingers instead of keys and a wheel. */
  byTouch: boolean
  /** Whether there is room for two things side by side. */
  hasSplit: boolean
}

/** The guided tour (point 2): welcome, canvas, add node, view modes, share, complete. Each step is true where it is read. */
export const tourSteps = ({ byTouch, hasSplit }: Place): readonly Step[] => [
  {
    title: 'Welcome to your plan',
    text: 'A plan is a tree of phases, tasks and milestones that people and agents build together. This takes half a minute.',
  },
  {
    target: 'canvas',
    title: 'Here the plan takes shape',
    text: byTouch
      ? 'Everything that is added appears here. In the graph you pan with one finger and zoom with two; in the tree a tap opens a node.'
      : 'Everything that is added appears here. In the graph you pan by dragging and zoom with the wheel; in the tree you go with the arrow keys.',
  },
  {
    target: 'add-node',
    title: 'Add what has to be done',
    text: byTouch
      ? 'Add a phase, a task or a milestone here.'
      : 'Add a phase, a task or a milestone here, or press N wherever you are.',
  },
  {
    target: 'view-modes',
    title: 'Look at it your way',
    text: `${viewModes({ byTouch, hasSplit })} The choice is remembered for each plan.`,
  },
  {
    target: 'share',
    title: 'Bring the others in',
    text: 'Here is who has access. Owner and admins share the plan by e-mail, with viewers, commenters, editors and admins. You see each other’s changes as they happen.',
  },
  {
    title: 'That is all',
    text: byTouch
      ? 'The magnifier at the top finds every node and every action, this tour among them.'
      : 'Press ? for every keyboard shortcut, and to take this tour again.',
  },
]

function viewModes({ byTouch, hasSplit }: Place): string {
  if (hasSplit) return byTouch ? 'Graph, tree, or both side by side.' : 'Graph, tree, or both side by side: G, T and D.'
  return byTouch ? 'Graph or tree.' : 'Graph or tree: G and T.'
}
