import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { IconButton } from './IconButton.tsx'

it('keeps the focus and ignores clicks while busy', async () => {
  const user = userEvent.setup()
  let presses = 0
  const button = (busy: boolean) => (
    <IconButton label="Remove" icon={<i />} busy={busy} onClick={() => (presses += 1)} />
  )
  const { rerender } = render(button(false))
  await user.tab()
  await user.keyboard('{Enter}')

  rerender(button(true))
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Remove' }))

  expect(presses).toBe(1)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove', busy: true }))
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
})
