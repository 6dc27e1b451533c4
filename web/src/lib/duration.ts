const UNITS = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
  { ms: 1_000, name: 's' },
] as const

/** '2 h 5 min', '3 min 20 s', '4 s': the two largest units. */
export function duration(ms: number): string {
  const parts: string[] = []
  let rest = ms
  for (const unit of UNITS) {
    const count = Math.floor(rest / unit.ms)
    rest %= unit.ms
    if (count > 0) parts.push(`${count} ${unit.name}`)
    // The second unit follows the first, also if it is zero.
    if (parts.length === 2 || (parts.length === 1 && count === 0)) break
  }
  return parts.join(' ') || 'less than 1 s'
}
