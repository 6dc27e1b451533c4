// Measures the graph layout: the web app's own functions, each in a process that has never run them.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must, runTool } from '../../scripts/run.mjs'
import { LAYOUT_NODES, WORKSPACE_ROUNDS } from '../settings.mjs'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))

/** The compact layout and the tidy tree of d3-hierarchy, alternately. */
export async function measureLayout(add) {
  const folder = path('../results/layout')
  const args = ['build', '--ssr', 'layOutOnce.mjs', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  await must('Bundling the layout', runTool('vite', args, { cwd: path('.'), quiet: true }))
  for (let round = 0; round < WORKSPACE_ROUNDS; round++) {
    const compact = layOutOnce(folder, 'compact')
    const tidy = layOutOnce(folder, 'd3')
    add('layout', compact.ms)
    add('layoutOfTidy', compact.ms / tidy.ms)
    add('layoutWidth', compact.width)
    add('layoutNarrower', tidy.width / compact.width)
  }
  rmSync(folder, { recursive: true })
}

/** @returns {{ ms: number, width: number }} */
const layOutOnce = (folder, kind) =>
  JSON.parse(
    execFileSync(process.execPath, [join(folder, 'layOutOnce.js'), kind, String(LAYOUT_NODES)], { encoding: 'utf8' }),
  )
