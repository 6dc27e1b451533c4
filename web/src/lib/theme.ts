// The saved theme, else the system's. `public/theme.js` applies it before the first paint.
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

const THEME_KEY = 'darkMode'
const THEME_CHANGE = 'theme-change'
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
/** The page colors, for the browser's address bar. */
const BAR_COLOR = { dark: '#111110', light: '#fdfdfc' } as const

function isDark(): boolean {
  const saved = readStored(THEME_KEY)
  return saved === 'true' || (saved !== 'false' && systemDark.matches)
}

function applyTheme(): void {
  const dark = isDark()
  document.documentElement.classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOR[dark ? 'dark' : 'light'])
}

/** Paper is light. Returns how to stop. */
export function printLight(): () => void {
  const lighten = () => document.documentElement.classList.remove('dark')
  window.addEventListener('beforeprint', lighten)
  window.addEventListener('afterprint', applyTheme)
  return () => {
    window.removeEventListener('beforeprint', lighten)
    window.removeEventListener('afterprint', applyTheme)
  }
}

function watchTheme(onChange: () => void): () => void {
  const listener = () => {
    applyTheme()
    onChange()
  }
  systemDark.addEventListener('change', listener)
  window.addEventListener('storage', listener)
  window.addEventListener(THEME_CHANGE, listener)
  return () => {
    systemDark.removeEventListener('change', listener)
    window.removeEventListener('storage', listener)
    window.removeEventListener(THEME_CHANGE, listener)
  }
}

/** Returns the theme and a function that toggles and saves it. */
export function useTheme() {
  const dark = useSyncExternalStore(watchTheme, isDark)
  const toggle = () => {
    writeStored(THEME_KEY, String(!dark))
    window.dispatchEvent(new Event(THEME_CHANGE))
  }
  return { dark, toggle }
}
