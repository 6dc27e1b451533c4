// Runs before the first paint, so that the page never flashes in the wrong theme. It is a file because the
// Content-Security-Policy forbids inline scripts. `src/lib/theme.ts` follows the same rule once the app runs.
;(() => {
  let saved = null
  try {
    saved = localStorage.getItem('darkMode')
  } catch {
    // Storage may be blocked: the system preference decides.
  }
  const dark = saved === 'true' || (saved !== 'false' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#111110' : '#fdfdfc')
})()
