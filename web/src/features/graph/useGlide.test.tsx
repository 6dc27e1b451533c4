import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { many, task, treeOf } from '../../test/visibleTree.ts'
import { extentsOf } from './layout/extents.ts'
import { layOut } from './layout/layout.ts'
import type { Scene } from './paint/scene.ts'
import { useGlide } from './useGlide.ts'

const tree = treeOf([{ type: 'root', children: many(9, task) }])
const sceneOf = (kind: 'tidy' | 'compact'): Scene => {
  const layout = layOut(tree, { viewport: { width: 1200, height: 800 }, kind })
  return { layout, tree, extents: extentsOf(layout, tree) }
}
const [from, to] = [sceneOf('tidy'), sceneOf('compact')]

function open({ reduced }: { reduced: boolean }) {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: reduced, media: query }) as MediaQueryList)
  const seen: Scene[] = []
  const { rerender } = renderHook(({ scene, glides }) => seen.push(useGlide(scene, glides)), {
    initialProps: { scene: from, glides: 0 },
  })
  return { seen, rerender }
}

it('goes from one scene to the next by way of others', async () => {
  const { seen, rerender } = open({ reduced: false })
  rerender({ scene: to, glides: 1 })

  expect(seen.at(-1)).toBe(from)
  await waitFor(() => expect(seen.at(-1)).toBe(to))
  expect(seen.some((scene) => scene !== from && scene !== to)).toBe(true)
})

it('changes immediately with reduced motion, and when the change is not worth following', () => {
  const reduced = open({ reduced: true })
  reduced.rerender({ scene: to, glides: 1 })
  expect(reduced.seen.at(-1)).toBe(to)

  const plain = open({ reduced: false })
  plain.rerender({ scene: to, glides: 0 })
  expect(plain.seen.at(-1)).toBe(to)
})
