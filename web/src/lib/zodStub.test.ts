import { expect, it, vi } from 'vitest'

vi.mock('zod', () => import('./zodStub.ts'))

const modules = import.meta.glob('../../../contract/src/{api,rules}/*.ts')
const paths = Object.keys(modules).filter((path) => !path.endsWith('.test.ts'))

it('has every builder that the contract uses', async () => {
  expect(paths.length).toBeGreaterThan(30)
  for (const path of paths) await expect(modules[path]?.(), path).resolves.toBeDefined()
})

it.each(['parse', 'safeParse', 'safeParseAsync', 'brand'])('rejects %s', async (name) => {
  const { z } = (await import('zod')) as unknown as { z: { string(): Record<string, () => unknown> } }

  expect(() => z.string()[name]?.()).toThrow(name)
})
