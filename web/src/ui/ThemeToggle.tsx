import { Moon, Sun } from 'lucide-react'
import { useTheme } from '../lib/theme.ts'
import { IconButton } from './IconButton.tsx'

export function ThemeToggle() {
  const { dark, toggle } = useTheme()
  return (
    <IconButton
      label={dark ? 'Switch to light mode' : 'Switch to dark mode'}
      icon={dark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
      onClick={toggle}
    />
  )
}
