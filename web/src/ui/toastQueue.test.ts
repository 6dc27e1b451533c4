import { beforeEach, expect, it, vi } from 'vitest'

let queue: typeof import('./toastQueue.ts')
beforeEach(async () => {
  vi.resetModules()
  queue = await import('./toastQueue.ts')
})

/** The toasts that are shown, and the titles of those since the test began: the library keeps all of a file. */
async function recorder() {
  const { toast } = await import('sonner')
  const before = new Set(toast.getToasts().map(({ id }) => id))
  const titles = () =>
    toast.getToasts().flatMap((each) => (before.has(each.id) || !('title' in each) ? [] : [each.title]))
  return { shown: toast, titles }
}

it('shows toasts once their code has loaded, in order', async () => {
  const { shown, titles } = await recorder()
  const { toast, connectToasts } = queue
  toast('Saved')
  toast.error('Failed to save', { description: 'Try again.' })
  expect(titles()).toEqual([])

  connectToasts(shown)
  toast.success('Restored')

  expect(titles().sort()).toEqual(['Failed to save', 'Restored', 'Saved'])
})

it('requests the code with the first toast, even if nothing could load it yet', () => {
  const load = vi.fn()
  queue.requestToasts(load)
  expect(load).not.toHaveBeenCalled()
  queue.toast('Saved')
  expect(load).toHaveBeenCalledOnce()

  const later = vi.fn()
  queue.requestToasts(later)
  expect(later).toHaveBeenCalledOnce()
})

it('replaces and dismisses waiting toasts by their id', async () => {
  const { shown, titles } = await recorder()
  const { toast, connectToasts } = queue
  toast.loading('Moving 1 of 2...', { id: 'move' })
  const gone = toast('Saved')
  toast.success('2 nodes moved', { id: 'move' })
  toast.dismiss(gone)

  connectToasts(shown)

  expect(titles()).toEqual(['2 nodes moved'])
})
