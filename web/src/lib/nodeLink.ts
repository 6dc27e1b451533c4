/** The tabs of the panel that a URL can lead to. It opens at Activity without one. */
const LINKED = ['comments', 'logs', 'files', 'agent'] as const
export type LinkedTab = (typeof LINKED)[number]

/** The path of an open node. */
export const nodeLink = (planId: string, nodeId: string, tab?: LinkedTab): string =>
  `/plans/${planId}?node=${nodeId}${tab ? `#${tab}` : ''}`

/** The tab that a URL leads to. */
export const linkedTab = (hash: string): LinkedTab | undefined => LINKED.find((tab) => hash === `#${tab}`)
