import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findLockProblems } from './check-lock.mjs'
import { findCycles, findFeatureProblems, findLayerProblems, findViolations, readImports } from './import-graph.mjs'
import { features, importRules, layers, TEST } from './import-rules.mjs'
import { root } from './run.mjs'

/** @type {string} */
let tree
beforeEach(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'cairn-imports-'))
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

/** @param {Record<string, string>} files source by path */
function read(files) {
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
    writeFileSync(path.join(tree, file), source)
  }
  return readImports(tree, ['contract', 'server', 'web', 'e2e'])
}

/** An import that each layer must reject: the importing file, its source, and the imported file if it is ours. */
const REFUSED = {
  contract: ['contract/src/rules/tree.ts', "import { readFileSync } from 'node:fs'"],
  'server/base': ['server/src/base/ids.ts', "import '../db/open.ts'", 'server/src/db/open.ts'],
  'server/db': ['server/src/db/open.ts', "import '../core/ctx.ts'", 'server/src/core/ctx.ts'],
  'server/providers': ['server/src/providers/ai.ts', "import '../db/open.ts'", 'server/src/db/open.ts'],
  'server/core': ['server/src/core/ctx.ts', "import type { FastifyRequest } from 'fastify'"],
  'server/http': [
    'server/src/http/router.ts',
    "import '../features/a/a.queries.ts'",
    'server/src/features/a/a.queries.ts',
  ],
  'server/rooms': ['server/src/live/hub.ts', "import type { WebSocket } from 'ws'"],
  'server/repos': [
    'server/src/features/a/a.repo.ts',
    "import { a } from './a.queries.ts'",
    'server/src/features/a/a.queries.ts',
  ],
  'server/use-cases': [
    'server/src/features/a/a.queries.ts',
    "import './a.routes.ts'",
    'server/src/features/a/a.routes.ts',
  ],
  'server/routes': [
    'server/src/features/a/a.routes.ts',
    "export * from './a.repo.ts'",
    'server/src/features/a/a.repo.ts',
  ],
  'server/sockets': ['server/src/live/socket.ts', "import '../db/open.ts'", 'server/src/db/open.ts'],
  'server/mcp': [
    'server/src/mcp/tools/read.ts',
    "import { a } from '../../features/a/a.repo.ts'",
    'server/src/features/a/a.repo.ts',
  ],
  'server/backup': ['server/src/backup/create.ts', "import '../core/ctx.ts'", 'server/src/core/ctx.ts'],
  'server/programs': ['server/src/main.ts', "import { sql } from 'kysely'"],
  'web/lib': ['web/src/lib/fold.ts', "import '../ui/Button.tsx'", 'web/src/ui/Button.tsx'],
  'web/ui': ['web/src/ui/Button.tsx', "import { useNodes } from '../data/nodes.ts'", 'web/src/data/nodes.ts'],
  'web/display': ['web/src/display/nodeDisplay.tsx', "import '../data/nodes.ts'", 'web/src/data/nodes.ts'],
  'web/data': ['web/src/data/nodes.ts', "import { toast } from '../ui/Toast.tsx'", 'web/src/ui/Toast.tsx'],
  'web/view-state': ['web/src/view-state/expansion.ts', "import '../ui/Toast.tsx'", 'web/src/ui/Toast.tsx'],
  'web/actions': ['web/src/actions/undo.ts', "type A = import('../features/a/A.tsx').A", 'web/src/features/a/A.tsx'],
  'web/features': ['web/src/features/a/A.tsx', "import { P } from '../../pages/P.tsx'", 'web/src/pages/P.tsx'],
  'web/pages': ['web/src/pages/P.tsx', "import { router } from '../app/router.tsx'", 'web/src/app/router.tsx'],
  'web/app': ['web/src/main.tsx', "import d3 from 'd3-hierarchy'"],
}

/** The same for each rule. */
const VIOLATIONS = {
  'web-never-sees-server': ['web/src/lib/api.ts', "import { a } from '../../../server/src/a.ts'", 'server/src/a.ts'],
  'server-never-sees-web': ['server/src/app.ts', "import { a } from '../../web/src/a.ts'", 'web/src/a.ts'],
  'journeys-use-the-public-surface': ['e2e/a.spec.ts', "import { a } from '../server/src/a.ts'", 'server/src/a.ts'],
  'only-repos-use-kysely': ['server/src/features/a/a.queries.ts', "import { sql } from 'kysely'"],
  'repos-are-private': [
    'server/src/features/a/a.commands.ts',
    "import { b } from '../b/b.repo.ts'",
    'server/src/features/b/b.repo.ts',
  ],
  'web-features-are-islands': [
    'web/src/features/a/A.tsx',
    "const b = () => import('../b/B.tsx')",
    'web/src/features/b/B.tsx',
  ],
  'test-only-from-tests': ['web/src/main.tsx', "import { render } from './test/render.tsx'", 'web/src/test/render.tsx'],
}

describe('import rules', () => {
  test('every layer and rule has an example of a rejected import', () => {
    expect(Object.keys(REFUSED)).toEqual(layers.map(({ name }) => name))
    expect(Object.keys(VIOLATIONS)).toEqual(importRules.map(({ name }) => name))
  })

  test.each(Object.entries(REFUSED))('%s rejects unlisted imports', (name, [from = '', source = '', to]) => {
    const found = read({ [from]: source, ...(to ? { [to]: 'export const a = 1' } : {}) })

    const problems = findLayerProblems(found, layers, TEST)

    expect(problems).toEqual([expect.stringContaining(`${from}:1 → `)])
    expect(problems[0]).toContain(`${name} may not use this`)
  })

  test('a module outside every layer is reported', () => {
    const found = read({ 'server/src/helpers/a.ts': 'export const a = 1' })

    expect(findLayerProblems(found, layers, TEST)).toEqual([
      expect.stringContaining('server/src/helpers/a.ts belongs to 0 layers'),
    ])
  })

  test('a feature may import only the features listed for it', () => {
    const found = read({
      'server/src/features/edges/edges.queries.ts': "import type { Plan } from '../plans/plans.queries.ts'",
      'server/src/features/plans/plans.queries.ts': "import { edges } from '../edges/edges.copy.ts'",
      'server/src/features/edges/edges.copy.ts': 'export const edges = 1',
      'server/src/features/edges/edges.test.ts': "import '../plans/plans.queries.ts'",
    })

    expect(findFeatureProblems(found, { edges: [], plans: ['edges'] }, TEST)).toEqual([
      expect.stringMatching(/^server\/src\/features\/edges\/edges\.queries\.ts:1 → .* edges may not use plans/),
    ])
  })

  test('the table of features is in order, complete and without unused entries', () => {
    const found = read({
      'server/src/features/edges/edges.queries.ts': "import '../plans/plans.queries.ts'",
      'server/src/features/plans/plans.queries.ts': 'export const plans = 1',
      'server/src/features/new/new.queries.ts': 'export const a = 1',
    })

    expect(findFeatureProblems(found, { edges: ['plans'], plans: ['edges'] }, TEST)).toEqual([
      expect.stringContaining('server/src/features/new/new.queries.ts belongs to no feature'),
      'edges → plans: plans is not below edges.',
      'plans → edges: no import uses this.',
    ])
  })

  test('ARCHITECTURE.md shows each feature in the row above those that it uses', () => {
    const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
    const [, block = ''] = /features have an order too[\s\S]*?```\n([\s\S]*?)\n```/.exec(text) ?? []
    /** @type {string[][]} */
    const rows = []
    const rowOf = (/** @type {string} */ name) => rows.findIndex((row) => row.includes(name))
    for (const [name, uses] of Object.entries(features)) {
      const place = Math.max(-1, ...uses.map(rowOf)) + 1
      rows[place] = [...(rows[place] ?? []), name].sort()
    }

    expect(block.split('\n')).toEqual(rows.toReversed().map((row) => row.join('  ')))
  })

  test.each(Object.entries(VIOLATIONS))('%s is reported', (name, [from = '', source = '', to]) => {
    const { imports } = read({ [from]: source, ...(to ? { [to]: 'export const a = 1' } : {}) })

    const violations = findViolations(imports, importRules)

    expect(violations).toHaveLength(1)
    expect(violations[0]).toContain(`${from}:1 → `)
    expect(violations[0]).toContain(`${name}:`)
  })

  test('allowed imports are not reported', () => {
    const { imports, modules } = read({
      'contract/src/api/nodes.ts': "import { z } from 'zod'\nimport { can } from '../rules/permissions.ts'",
      'contract/src/rules/permissions.ts': 'export const can = 1',
      'contract/src/rules/permissions.test.ts': "import { test } from 'vitest'\nimport { can } from './permissions.ts'",
      'server/src/features/a/a.repo.ts': "import { sql } from 'kysely'",
      'server/src/features/a/a.commands.ts': "import './a.repo.ts'\nimport '../b/b.queries.ts'",
      'server/src/features/b/b.queries.ts': "import { can } from '@cairn/contract/rules/permissions'",
      'server/src/features/a/a.routes.ts': "import 'fastify'\nimport './a.commands.ts'",
      'server/src/app.ts': "import './features/a/a.routes.ts'",
      'web/src/features/a/A.tsx': "import './a.css'\nimport { B } from './B.tsx'",
      'web/src/features/a/a.css': '',
      'web/src/features/a/B.tsx': 'export const B = 1',
      'web/src/pages/P.tsx': "import '../features/a/A.tsx'",
    })

    expect(modules).toHaveLength(11)
    expect(imports).toHaveLength(14)
    expect(findLayerProblems({ modules, imports }, layers, TEST)).toEqual([])
    expect(findViolations(imports, importRules)).toEqual([])
    expect(findCycles(imports)).toEqual([])
  })

  test('a cycle of modules is reported once, as a path', () => {
    const { imports } = read({
      'server/src/a.ts': "import { b } from './b.ts'",
      'server/src/b.ts': "export { c } from './c.ts'",
      'server/src/c.ts': "import { a } from './a.ts'",
    })

    expect(findCycles(imports)).toEqual([['server/src/a.ts', 'server/src/b.ts', 'server/src/c.ts', 'server/src/a.ts']])
  })

  test('a cycle of type imports is reported', () => {
    const { imports } = read({
      'server/src/a.ts': "import { b } from './b.ts'",
      'server/src/b.ts': "import type { A } from './a.ts'\nimport { type B } from './a.ts'",
    })

    expect(findCycles(imports)).toEqual([['server/src/a.ts', 'server/src/b.ts', 'server/src/a.ts']])
  })

  test('an unresolved import and a syntax error stop the check', () => {
    expect(() => read({ 'server/src/a.ts': "import './gone.ts'" })).toThrow('server/src/a.ts imports ./gone.ts')
    expect(() => read({ 'server/src/a.ts': 'import {' })).toThrow('server/src/a.ts does not parse')
  })
})

describe('lock file', () => {
  test('a package that is missing for another system is reported', () => {
    const problems = findLockProblems({
      'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } },
      'node_modules/tool-linux': {},
    })

    expect(problems).toEqual([expect.stringContaining('node_modules/tool depends on tool-darwin')])
  })

  test('a package is found beside its dependent or in any folder above', () => {
    const problems = findLockProblems({
      server: { optionalDependencies: { x: '1.0.0' } },
      'node_modules/x': { optionalDependencies: { y: '1.0.0', z: '1.0.0' } },
      'node_modules/x/node_modules/y': { optionalDependencies: { z: '1.0.0' } },
      'node_modules/z': {},
    })

    expect(problems).toEqual([])
  })

  test('a registry URL is reported, a workspace link is not', () => {
    const problems = findLockProblems({
      'node_modules/@cairn/server': { resolved: 'server', link: true },
      'node_modules/tool': { resolved: 'https://registry.example/tool-1.0.0.tgz' },
    })

    expect(problems).toEqual([expect.stringContaining('https://registry.example/')])
  })
})
