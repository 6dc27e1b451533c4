interface Props {
  size?: number
  className?: string
}

/** The logo: three stacked stones, the same as in `public/favicon.svg`. */
export function Logo({ size = 24, className }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={className} fill="currentColor">
      <ellipse cx="17" cy="6.3" rx="4.9" ry="3.3" transform="rotate(-8 17 6.3)" />
      <ellipse cx="15" cy="14.8" rx="8.2" ry="4.1" transform="rotate(5 15 14.8)" opacity="0.85" />
      <ellipse cx="16" cy="24.6" rx="12.8" ry="4.7" transform="rotate(-2 16 24.6)" opacity="0.7" />
    </svg>
  )
}
