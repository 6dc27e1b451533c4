/** A ref callback that keeps the whole form in view while the user writes in it and it grows. */
export function followSize(form: HTMLFormElement | null): (() => void) | undefined {
  if (!form) return
  const observer = new ResizeObserver(() => {
    if (form.contains(document.activeElement)) form.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(form)
  return () => observer.disconnect()
}
