import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { makeNode } from '../../test/make.ts'
import { resolvedText, saveText } from './textConflict.ts'

/** A server with one node that rejects outdated versions. */
function serve(node: PlanNode) {
  let kept = node
  return {
    kept: () => kept,
    send: async ({ expected_version, ...changes }: Partial<PlanNode> & { expected_version: number }) => {
      if (expected_version !== kept.version) throw new ApiError(409, 'version_conflict', 'Version conflict', kept)
      kept = { ...kept, ...changes, version: kept.version + 1 }
      return kept
    },
  }
}

it('saves the text', async () => {
  const server = serve(makeNode({ version: 3, description: 'Old' }))

  const saved = await saveText({ field: 'description', base: 'Old', text: 'New', version: 3, send: server.send })

  expect(saved.conflict).toBeNull()
  expect(server.kept()).toMatchObject({ description: 'New', version: 4 })
})

it('saves after someone else changed another field', async () => {
  const server = serve(makeNode({ version: 5, description: 'Old', title: 'Renamed by someone' }))

  const saved = await saveText({ field: 'description', base: 'Old', text: 'New', version: 3, send: server.send })

  expect(saved.conflict).toBeNull()
  expect(server.kept()).toMatchObject({ description: 'New', title: 'Renamed by someone' })
})

it('does not overwrite someone else’s change to the same text', async () => {
  const server = serve(makeNode({ version: 4, description: 'Theirs' }))

  const saved = await saveText({ field: 'description', base: 'Old', text: 'Mine', version: 3, send: server.send })

  expect(saved.conflict?.current.description).toBe('Theirs')
  expect(server.kept().description).toBe('Theirs')
})

it('succeeds if someone else saved the same text', async () => {
  const server = serve(makeNode({ version: 4, context: 'Same' }))

  const saved = await saveText({ field: 'context', base: '', text: 'Same', version: 3, send: server.send })

  expect(saved.conflict).toBeNull()
})

it('throws every other error', async () => {
  const send = () => Promise.reject(new ApiError(403, 'forbidden', 'You may not'))

  await expect(saveText({ field: 'context', base: '', text: 'x', version: 1, send })).rejects.toThrow('You may not')
})

it('merges changes to other lines, also if more follow while it saves', async () => {
  const server = serve(makeNode({ version: 4, description: 'A\nb\nc' }))

  const saved = await saveText({
    field: 'description',
    base: 'a\nb\nc',
    text: 'a\nb\nC',
    version: 3,
    send: server.send,
  })

  expect(saved).toEqual({ conflict: null, isMerged: true, version: 3 })
  expect(server.kept().description).toBe('A\nb\nC')
})

it('joins the chosen sides of each conflict', () => {
  const conflict = (mine: string, theirs: string) => ({ conflict: { base: '', mine, theirs } })
  const passages = [{ text: 'a' }, conflict('b', 'B'), { text: 'c' }, conflict('d', '')]

  expect(resolvedText(passages, [])).toBe('a\nb\nc\nd')
  expect(resolvedText(passages, ['theirs', 'theirs'])).toBe('a\nB\nc')
  expect(resolvedText(passages, ['both', 'both'])).toBe('a\nb\nB\nc\nd')
})
