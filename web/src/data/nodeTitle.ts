/** What stands for a node without a title (point 3). */
export const titleOf = (node: { title: string }): string => node.title.trim() || 'Untitled Node'
