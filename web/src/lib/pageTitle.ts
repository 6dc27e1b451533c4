import { useLayoutEffect } from 'react'

/** Names the page in the browser's tab and history, in the moment in which the page is there. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} · Cairn`
  }, [title])
}
