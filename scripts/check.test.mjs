import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findLockProblems } from './check-lock.mjs'
import { findCycles, findViolations, readImports } from './import-graph.mjs'
import { importRules } from './import-rules.mjs'

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

/** One deliberate violation of each rule: the importing file, its source, and the file it imports if that is ours. */
const VIOLATIONS = {
  'contract-is-a-leaf': ['contract/src/rules/tree.ts', "import { readFileSync } from 'node:fs'"],
  'web-never-sees-server': ['web/src/lib/api.ts', "import { a } from '../../../server/src/a.ts'", 'server/src/a.ts'],
  'server-never-sees-web': ['server/src/app.ts', "import { a } from '../../web/src/a.ts'", 'web/src/a.ts'],
  'journeys-use-the-public-surface': ['e2e/a.spec.ts', "import { a } from '../server/src/a.ts'", 'server/src/a.ts'],
  'only-repos-use-kysely': ['server/src/features/a/a.queries.ts', "import { sql } from 'kysely'"],
  'only-edges-use-fastify': ['server/src/features/a/a.commands.ts', "import type { FastifyInstance } from 'fastify'"],
  'use-cases-do-not-call-faces': [
    'server/src/features/a/a.queries.ts',
    "import './a.routes.ts'",
    'server/src/features/a/a.routes.ts',
  ],
  'faces-go-through-use-cases': [
    'server/src/features/a/a.routes.ts',
    "export * from './a.repo.ts'",
    'server/src/features/a/a.repo.ts',
  ],
  'repos-are-private': [
    'server/src/features/a/a.commands.ts',
    "import { b } from '../b/b.repo.ts'",
    'server/src/features/b/b.repo.ts',
  ],
  'core-is-below-features': [
    'server/src/core/ctx.ts',
    "import { a } from '../features/a/a.queries.ts'",
    'server/src/features/a/a.queries.ts',
  ],
  'web-features-are-islands': [
    'web/src/features/a/A.tsx',
    "const b = () => import('../b/B.tsx')",
    'web/src/features/b/B.tsx',
  ],
  'web-flows-down': ['web/src/features/a/A.tsx', "import { P } from '../../pages/P.tsx'", 'web/src/pages/P.tsx'],
  'web-pages-below-app': [
    'web/src/pages/P.tsx',
    "import { router } from '../app/router.tsx'",
    'web/src/app/router.tsx',
  ],
  'web-data-below-features': [
    'web/src/data/nodes.ts',
    "type A = import('../features/a/A.tsx').A",
    'web/src/features/a/A.tsx',
  ],
  'ui-is-dumb': ['web/src/ui/Button.tsx', "import { useNodes } from '../data/nodes.ts'", 'web/src/data/nodes.ts'],
  'test-only-from-tests': ['web/src/main.tsx', "import { render } from './test/render.tsx'", 'web/src/test/render.tsx'],
}

describe('import rules', () => {
  test('each rule has a violation here that proves it', () => {
    expect(Object.keys(VIOLATIONS).sort()).toEqual(importRules.map(({ name }) => name).sort())
  })

  test.each(Object.entries(VIOLATIONS))('%s is reported', (name, [from = '', source = '', to]) => {
    const { imports } = read({ [from]: source, ...(to ? { [to]: 'export const a = 1' } : {}) })

    const violations = findViolations(imports, importRules)

    expect(violations).toHaveLength(1)
    expect(violations[0]).toContain(`${from}:1 → `)
    expect(violations[0]).toContain(`${name}:`)
  })

  test('what the layout allows is not reported', () => {
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
    expect(findViolations(imports, importRules)).toEqual([])
    expect(findCycles(imports)).toEqual([])
  })

  test('a circle of modules is reported once, as a path', () => {
    const { imports } = read({
      'server/src/a.ts': "import { b } from './b.ts'",
      'server/src/b.ts': "export { c } from './c.ts'",
      'server/src/c.ts': "import { a } from './a.ts'",
    })

    expect(findCycles(imports)).toEqual([['server/src/a.ts', 'server/src/b.ts', 'server/src/c.ts', 'server/src/a.ts']])
  })

  test('a circle that types alone close is allowed', () => {
    const { imports } = read({
      'server/src/a.ts': "import { b } from './b.ts'",
      'server/src/b.ts': "import type { A } from './a.ts'\nimport { type B } from './a.ts'",
    })

    expect(imports).toHaveLength(3)
    expect(findCycles(imports)).toEqual([])
  })

  test('an import that leads nowhere, and a file that does not parse, stop the check', () => {
    expect(() => read({ 'server/src/a.ts': "import './gone.ts'" })).toThrow('server/src/a.ts imports ./gone.ts')
    expect(() => read({ 'server/src/a.ts': 'import {' })).toThrow('server/src/a.ts does not parse')
  })
})

describe('lock file', () => {
  test('a package that another system needs and the lock lacks is reported', () => {
    const problems = findLockProblems({
      'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } },
      'node_modules/tool-linux': {},
    })

    expect(problems).toEqual([expect.stringContaining('node_modules/tool names tool-darwin')])
  })

  test('a package may be found beside the one that asks or in any folder above', () => {
    const problems = findLockProblems({
      server: { optionalDependencies: { x: '1.0.0' } },
      'node_modules/x': { optionalDependencies: { y: '1.0.0', z: '1.0.0' } },
      'node_modules/x/node_modules/y': { optionalDependencies: { z: '1.0.0' } },
      'node_modules/z': {},
    })

    expect(problems).toEqual([])
  })

  test("a registry's address is reported, a workspace's link is not", () => {
    const problems = findLockProblems({
      'node_modules/@cairn/server': { resolved: 'server', link: true },
      'node_modules/tool': { resolved: 'https://registry.example/tool-1.0.0.tgz' },
    })

    expect(problems).toEqual([expect.stringContaining('https://registry.example/')])
  })
})
