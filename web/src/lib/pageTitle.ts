import { useLayoutEffect } from 'react'

/** Sets the document title when the page renders, unless a part of it does. */
export function usePageTitle(title: string | null): void {
  useLayoutEffect(() => {
    if (title !== null) document.title = `${title} · Cairn`
  }, [title])
}
