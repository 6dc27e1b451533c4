import { beforeEach, expect, it, vi } from 'vitest'

let queue: typeof import('./toastQueue.ts')
beforeEach(async () => {
  vi.resetModules()
  queue = await import('./toastQueue.ts')
})

/** Records what is shown. */
async function recorder() {
  const { toast } = await import('sonner')
  return toast
}

it('shows toasts once their code has loaded, in order', async () => {
  const shown = await recorder()
  const { toast, connectToasts } = queue
  toast('Saved')
  toast.error('Failed to save', { description: 'Try again.' })
  expect(shown.getToasts()).toEqual([])

  connectToasts(shown)
  toast.success('Restored')

  const texts = shown.getToasts().map((each) => 'title' in each && each.title)
  expect(texts.toSorted()).toEqual(['Failed to save', 'Restored', 'Saved'])
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
  const shown = await recorder()
  const { toast, connectToasts } = queue
  toast.loading('Moving 1 of 2...', { id: 'move' })
  const gone = toast('Saved')
  toast.success('2 nodes moved', { id: 'move' })
  toast.dismiss(gone)

  connectToasts(shown)

  expect(shown.getToasts().map((each) => 'title' in each && each.title)).toEqual(['2 nodes moved'])
})
