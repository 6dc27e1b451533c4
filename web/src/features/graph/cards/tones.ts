/** Told apart from each other, for people. */
export const PERSON_TONES = [
  'person-1',
  'person-2',
  'person-3',
  'person-4',
  'person-5',
  'person-6',
  'person-7',
  'person-8',
] as const

/** The design tokens that cards use, by their names in `styles.css`. */
export const TONES = [
  'surface',
  'line-strong',
  'ink',
  'muted',
  'pressed',
  'accent',
  'accent-soft',
  'accent-line',
  'accent-ink',
  'idle-fill',
  'progress-fill',
  'done-fill',
  'blocked-fill',
  'blocked-soft',
  'blocked-ink',
  'sequence-fill',
  'sequence-soft',
  'sequence-ink',
  'due-soon',
  ...PERSON_TONES,
] as const

export type Tone = (typeof TONES)[number]

/** For elements. */
export const colorOf = (tone: Tone): string => `var(--${tone})`
