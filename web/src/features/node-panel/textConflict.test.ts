import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { makeNode } from '../../test/make.ts'
import { saveText } from './textConflict.ts'

/** A server that keeps one node, and refuses who has not seen its latest version. */
function serve(node: PlanNode) {
  let kept = node
  return {
    kept: () => kept,
    send: async ({ expected_version, ...changes }: Partial<PlanNode> & { expected_version: number }) => {
      if (expected_version !== kept.version) throw new ApiError(409, 'version_conflict', 'Somebody was faster', kept)
      kept = { ...kept, ...changes, version: kept.version + 1 }
      return kept
    },
  }
}

it('saves', async () => {
  const server = serve(makeNode({ version: 3, description: 'Old' }))

  const saved = await saveText({ field: 'description', base: 'Old', text: 'New', version: 3, send: server.send })

  expect(saved.conflict).toBeNull()
  expect(server.kept()).toMatchObject({ description: 'New', version: 4 })
})

it('saves on top of a change to something else', async () => {
  const server = serve(makeNode({ version: 5, description: 'Old', title: 'Renamed by somebody' }))

  const saved = await saveText({ field: 'description', base: 'Old', text: 'New', version: 3, send: server.send })

  expect(saved.conflict).toBeNull()
  expect(server.kept()).toMatchObject({ description: 'New', title: 'Renamed by somebody' })
})

it('does not write over what somebody else made of the same text', async () => {
  const server = serve(makeNode({ version: 4, description: 'Theirs' }))

  const saved = await saveText({ field: 'description', base: 'Old', text: 'Mine', version: 3, send: server.send })

  expect(saved.conflict?.description).toBe('Theirs')
  expect(server.kept().description).toBe('Theirs')
})

it('is content when somebody else wrote the same', async () => {
  const server = serve(makeNode({ version: 4, context: 'Same' }))

  const saved = await saveText({ field: 'context', base: '', text: 'Same', version: 3, send: server.send })

  expect(saved.conflict).toBeNull()
})

it('hands on every other refusal', async () => {
  const send = () => Promise.reject(new ApiError(403, 'forbidden', 'You may not'))

  await expect(saveText({ field: 'context', base: '', text: 'x', version: 1, send })).rejects.toThrow('You may not')
})
