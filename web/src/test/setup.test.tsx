import { screen } from '@testing-library/react'
import { useEffect } from 'react'
import { toast as toastOfAnyFile } from 'sonner'
import { afterAll, describe, expect, it } from 'vitest'
import { Toaster, toast } from '../ui/Toast.tsx'
import { openPart } from './render.tsx'

/** Shows a toast when it is removed and one soon after, as a write does that fails then. */
function Leaving() {
  useEffect(
    () => () => {
      toast('As it is removed')
      setImmediate(() => toast('Soon after'))
    },
    [],
  )
  return null
}

const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('a test that leaves toasts', () => {
  afterAll(() => void toastOfAnyFile('From another file'))

  it('shows one', async () => {
    openPart(
      <>
        <Toaster />
        <Leaving />
      </>,
    )
    toast('While it is there')
    await screen.findByText('While it is there')
    expect(shown()).toEqual(['While it is there'])
  })
})

it('begins without the toasts of earlier tests', async () => {
  openPart(<Toaster />)
  toast('Its own')
  await screen.findByText('Its own')
  expect(shown()).toEqual(['Its own'])
})
