import { useLayoutEffect } from 'react'

/** Sets the document title when the page renders. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} · Cairn`
  }, [title])
}
