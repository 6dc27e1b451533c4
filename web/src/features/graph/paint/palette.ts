import type { EdgeKind } from '@cairn/contract/api/edges'
import type { NodeStatus } from '@cairn/contract/api/nodes'
import { useMemo } from 'react'
import { useTheme } from '../../../lib/theme.ts'
import { TONES, type Tone } from '../cards/tones.ts'
import type { PathSide } from '../path/path.ts'

/** The design tokens for painting. */
export interface Palette {
  canvas: string
  surface: string
  line: string
  ink: string
  muted: string
  /** Behind a branch on a zoomed-out graph. */
  regionFill: string
  accent: string
  accentSoft: string
  status: Record<NodeStatus, { fill: string; soft: string }>
  edge: Record<EdgeKind | 'hierarchical', string>
  path: Record<PathSide, string>
  /** Of the marks on cards. */
  tones: Record<Tone, string>
}

/** Returns the palette of the current theme. A new object when it changes. */
export function usePalette(): Palette {
  const { dark } = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values depend on the theme.
  return useMemo(readPalette, [dark])
}

/** The palette of the light theme, for paper. */
export function readLightPalette(): Palette {
  const { classList } = document.documentElement
  const isDark = classList.contains('dark')
  // Nothing is painted before it is put back.
  classList.remove('dark')
  const palette = readPalette()
  if (isDark) classList.add('dark')
  return palette
}

function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const status = (name: string) => ({ fill: token(`${name}-fill`), soft: token(`${name}-soft`) })
  return {
    canvas: token('canvas'),
    surface: token('surface'),
    line: token('line-strong'),
    ink: token('ink'),
    muted: token('muted'),
    regionFill: token('region'),
    accent: token('accent'),
    accentSoft: token('accent-soft'),
    status: {
      not_started: status('idle'),
      in_progress: status('progress'),
      completed: status('done'),
      blocked: status('blocked'),
    },
    edge: {
      hierarchical: token('line-strong'),
      dependency: token('edge-dependency'),
      reference: token('edge-reference'),
      sequence: token('edge-sequence'),
    },
    path: { before: token('path-before'), after: token('path-after') },
    tones: Object.fromEntries(TONES.map((tone) => [tone, token(tone)])) as Record<Tone, string>,
  }
}
