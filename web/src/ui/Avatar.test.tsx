import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Avatar } from './Avatar.tsx'

it.each([
  ['Ana Ruiz', 'AR'],
  ['Ana María Ruiz Soler', 'AS'],
  ['björn', 'B'],
  ['  Ana   Ruiz ', 'AR'],
  ['', '?'],
])('shows the initials of %j: %s', (name, letters) => {
  render(<Avatar name={name} />)

  expect(screen.getByRole('img').dataset['initials']).toBe(letters)
})

it('shows the image with the name as its text alternative', () => {
  render(<Avatar name="Ana Ruiz" src="/avatars/a.png" />)

  expect(screen.getByRole('img', { name: 'Ana Ruiz' }).getAttribute('src')).toBe('/avatars/a.png')
})
