const ordered = (values) => [...values].sort((a, b) => a - b)

/** The value that `share` (0–1) of the values do not exceed; NaN for none. */
export function quantile(values, share) {
  const sorted = ordered(values)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const median = (values) => quantile(values, 0.5)
export const sum = (values) => values.reduce((total, value) => total + value, 0)
