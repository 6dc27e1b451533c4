/** What a step points at: the element with this `data-tour`. */
type Target = 'canvas' | 'add-node' | 'view-modes' | 'share'

export interface Step {
  target?: Target
  title: string
  text: string
}

/** The guided tour (point 2): welcome, canvas, add node, view modes, share, complete. */
export const STEPS: readonly Step[] = [
  {
    title: 'Welcome to your plan',
    text: 'A plan is a tree of phases, tasks and milestones that people and agents build together. This takes half a minute.',
  },
  {
    target: 'canvas',
    title: 'Here the plan takes shape',
    text: 'Everything that is added appears here. In the graph you pan by dragging and zoom with the wheel; in the tree you go with the arrow keys.',
  },
  {
    target: 'add-node',
    title: 'Add what has to be done',
    text: 'Add a phase, a task or a milestone here, or press N wherever you are.',
  },
  {
    target: 'view-modes',
    title: 'Look at it your way',
    text: 'Graph, tree, or both side by side: G, T and D. The choice is remembered for each plan.',
  },
  {
    target: 'share',
    title: 'Bring the others in',
    text: 'Here is who has access. Owner and admins share the plan by e-mail, with viewers, commenters, editors and admins. You see each other’s changes as they happen.',
  },
  {
    title: 'That is all',
    text: 'Press ? for every keyboard shortcut, and to take this tour again.',
  },
]
