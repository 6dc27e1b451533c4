// Moves the focus between the parts of an open plan.

/** The attribute of a node's panel; its value is the id of the node. */
export const PANEL_OF = 'data-panel-of'

const focusIn = (selector: string): boolean => {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility())
  found?.focus({ preventScroll: true })
  return found !== undefined
}

/** Focuses the panel of a node. Returns false if it is not open. */
export const focusPanel = (nodeId: string): boolean => focusIn(`[${PANEL_OF}="${nodeId}"]`)

/** Focuses the row or card of a node. Returns false if neither is rendered. */
export const focusNodeInView = (nodeId: string): boolean =>
  focusIn(`[role=treeitem][data-id="${nodeId}"], [data-card="${nodeId}"]`)

/** Focuses the active row of the tree or, without a tree, the graph. */
export const focusTreeOrGraph = (): boolean =>
  focusIn('[role=treeitem][tabindex="0"]') || focusIn('[role=application][tabindex="0"]')
