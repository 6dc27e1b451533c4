/** Returns the id of the node whose row or card contains `target`. */
export function nodeAt(target: EventTarget | null): string | null {
  const place = target instanceof Element ? target.closest<HTMLElement>('[role=treeitem], [data-card]') : null
  return place?.dataset.id ?? place?.dataset.card ?? null
}
