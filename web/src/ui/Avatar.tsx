import { cx } from './cx.ts'

const SIZE = { sm: 'size-5 text-[10px]', md: 'size-7 text-12', lg: 'size-10 text-14', xl: 'size-20 text-28' } as const

interface Props {
  name: string
  src?: string | null | undefined
  size?: keyof typeof SIZE
  className?: string
}

/** Returns the first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return chosen.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('') || '?'
}

/**
 * Shows a person's avatar, or the initials without one. The name is the text alternative. CSS draws the initials: as text
 * they would be part of what a button with an avatar seems to be called.
 */
export function Avatar({ name, src, size = 'md', className }: Props) {
  const names = cx('inline-flex shrink-0 select-none items-center justify-center rounded-full', SIZE[size], className)
  if (src) return <img src={src} alt={name} title={name} className={cx(names, 'object-cover')} />
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      data-initials={initials(name)}
      className={cx(names, 'bg-(--avatar) font-semibold text-accent-ink before:content-[attr(data-initials)]')}
    />
  )
}
