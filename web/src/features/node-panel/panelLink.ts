/** The tabs of the panel that a URL can lead to. */
const LINKED = ['comments', 'logs', 'agent'] as const
export type PanelTab = (typeof LINKED)[number]

/** The path of an open node. */
export const panelLink = (planId: string, nodeId: string, tab?: PanelTab): string =>
  `/plans/${planId}?node=${nodeId}${tab ? `#${tab}` : ''}`

/** The tab that a URL leads to. */
export const linkedTab = (hash: string): PanelTab | undefined => LINKED.find((tab) => hash === `#${tab}`)
