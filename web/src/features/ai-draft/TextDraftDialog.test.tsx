import { aiApi } from '@cairn/contract/api/ai'
import { logsApi } from '@cairn/contract/api/logs'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { FakeApi } from '../../test/fakeApi.ts'
import { FakeStream } from '../../test/fakeStream.ts'
import { makeId } from '../../test/make.ts'
import { openPart } from '../../test/render.tsx'
import { Toaster } from '../../ui/Toast.tsx'
import { TextDraftDialog } from './TextDraftDialog.tsx'

function Opener({ nodeId }: { nodeId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen)
    return (
      <button type="button" onClick={() => setIsOpen(true)}>
        Summarize
      </button>
    )
  const draft = { kind: 'summary', planId: makeId(), nodeId } as const
  return <TextDraftDialog draft={draft} logNodeId={nodeId} onClose={() => setIsOpen(false)} />
}

async function open() {
  const api = new FakeApi()
  /** The stream of the next draft. */
  const next = () => {
    const stream = new FakeStream(aiApi.summarize)
    api.on(aiApi.summarize, () => stream)
    return stream
  }
  const first = next()
  const { user } = openPart(
    <>
      <Opener nodeId={makeId()} />
      <Toaster />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Summarize' }))
  first.say('done', { text: 'Two of three done.', is_ai: true }).end()
  await screen.findByDisplayValue('Two of three done.')
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Summary' })
  await user.type(box(), ' Mine')
  return { api, next, user, box }
}

it('keeps an edited text when it is closed', async () => {
  const { api, user, box } = await open()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Summarize' }))
  expect(box().value).toBe('Two of three done. Mine')
  expect(screen.getByText('This is your text from before.')).toBeTruthy()
  expect(api.sentTo(aiApi.summarize)).toHaveLength(1)
})

it('replaces an edited text only by a whole draft, with a way back', async () => {
  const { next, user, box } = await open()
  const lost = next()
  await user.click(screen.getByRole('button', { name: 'Draft again' }))
  lost.say('text', { text: 'Two' })
  await screen.findByDisplayValue('Two')
  lost.breakOff()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(box().value).toBe('Two of three done. Mine')

  const stopped = next()
  await user.click(screen.getByRole('button', { name: 'Draft again' }))
  stopped.say('text', { text: 'Tw' })
  await screen.findByDisplayValue('Tw')
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(box().value).toBe('Two of three done. Mine')
  expect(document.activeElement).toBe(box())

  const whole = next()
  await user.click(screen.getByRole('button', { name: 'Draft again' }))
  whole.say('done', { text: 'All done.', is_ai: true }).end()
  await screen.findByDisplayValue('All done.')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(box().value).toBe('Two of three done. Mine')
})

it('stays open while the text is added, and keeps it if that fails', async () => {
  const { api, user, box } = await open()
  api.on(logsApi.add, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
  const release = api.hold(logsApi.add)
  await user.click(screen.getByRole('button', { name: 'Add to log' }))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Adding...' })).toBe(document.activeElement)
  release()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Something went wrong.'))
  expect(box().value).toBe('Two of three done. Mine')
})
