import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import config from '../../vite.config.ts'

/** Runs the build's plugin for endpoint rows on this code. */
function shortened(code: string): string {
  const plugin = config.plugins?.find((one) => one && 'name' in one && one.name === 'short-rows')
  if (!plugin || !('transform' in plugin) || typeof plugin.transform !== 'object') throw new Error('No such plugin')
  const result: unknown = Reflect.apply(plugin.transform.handler, { parse: parseAst }, [code, 'contract/src/api/a.ts'])
  if (typeof result !== 'object' || result === null || !('code' in result)) throw new Error('No code')
  return String(result.code)
}

async function run(code: string): Promise<Record<string, unknown>> {
  return { ...(await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) }
}

test('the build keeps what the browser reads in an endpoint row and drops the rest', async () => {
  const { api } = await run(
    shortened(`export const api = {
  read: {
    method: 'GET', path: '/things/{id}', summary: 'Reads, a { thing }', params: { id: 1 },
    auth: 'none', reply: { a: [1, { b: 2 }] },
    idempotent: true, refusals: [{ status: 404 }],
  },
  drop: { summary: 'First', method: 'DELETE', path: '/things', body: { method: 'x' }, },
}`),
  )
  expect(api).toEqual({
    read: { method: 'GET', path: '/things/{id}', auth: 'none', idempotent: true },
    drop: { method: 'DELETE', path: '/things' },
  })
})

test('the build keeps objects that are no endpoint rows, and what declared calls return', async () => {
  const { LIMITS, Kind } = await run(
    shortened(`const make = (value) => ({ value })
export const LIMITS = { title: { summary: 'kept', path: 'kept' }, body: 10 }
export const Kind = make('kept')`),
  )
  expect(LIMITS).toEqual({ title: { summary: 'kept', path: 'kept' }, body: 10 })
  expect(Kind).toEqual({ value: 'kept' })
})
