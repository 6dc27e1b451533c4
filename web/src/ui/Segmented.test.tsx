import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Segmented } from './Segmented.tsx'

const OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'completed', label: 'Completed' },
] as const

function Filter() {
  const [value, setValue] = useState<(typeof OPTIONS)[number]['value']>('all')
  return <Segmented label="Status" value={value} options={OPTIONS} onChange={setValue} />
}

it('selects with arrow keys, wraps around, and is one tab stop', async () => {
  const user = userEvent.setup()
  render(<Filter />)
  expect(screen.getByRole('radiogroup', { name: 'Status' })).toBeTruthy()
  const checked = () => screen.getByRole<HTMLInputElement>('radio', { checked: true }).labels?.[0]?.textContent

  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'All' }))
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(checked()).toBe('Active'))
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(checked()).toBe('All'))
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(checked()).toBe('Completed'))

  await user.tab()
  expect(document.activeElement).toBe(document.body)
})
