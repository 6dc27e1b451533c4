import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openPart } from '../test/render.tsx'
import { Toaster, toast } from './Toast.tsx'

/** Longer than Sonner takes to remove a toast, and less than a toast is shown. */
const REMOVED_MS = 1_000

async function open() {
  openPart(<Toaster />)
  await act(async () => void toast('Undone', { id: 'undo', action: { label: 'Redo', onClick: redo } }))
  await screen.findByText('Undone')
  vi.useFakeTimers()
}
const redo = () => void toast('Redone', { id: 'undo' })
const pass = () => act(() => vi.advanceTimersByTimeAsync(REMOVED_MS))

it('shows the toast of an action, although the one with its button has the same id', async () => {
  await open()

  fireEvent.click(screen.getByRole('button', { name: 'Redo' }))
  await pass()

  expect(screen.queryByText('Undone')).toBe(null)
  expect(screen.getByText('Redone')).toBeTruthy()
})

it('shows a toast with the id of one that was just dismissed', async () => {
  await open()

  act(() => toast.dismiss('undo'))
  await act(() => vi.advanceTimersByTimeAsync(100))
  act(redo)
  await pass()

  expect(screen.getByText('Redone')).toBeTruthy()
})

it('replaces a toast and its action by one with the same id', async () => {
  await open()

  act(redo)
  await pass()

  expect(screen.queryByText('Undone')).toBe(null)
  expect(screen.getByText('Redone')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Redo' })).toBe(null)
})

it('takes a double click on the button of a toast as one click', async () => {
  const undo = vi.fn()
  openPart(<Toaster />)
  await act(async () => void toast('Saved', { action: { label: 'Undo', onClick: undo } }))
  const button = await screen.findByRole('button', { name: 'Undo' })

  fireEvent.click(button)
  fireEvent.click(button)

  expect(undo).toHaveBeenCalledOnce()
})
