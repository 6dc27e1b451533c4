import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

/** As in a page that has not loaded its menus yet. */
async function freshMenu() {
  vi.resetModules()
  return import('./Menu.tsx')
}

it('opens by a key as soon as its code has loaded, on the same button, which gets the focus back', async () => {
  const { Menu, MenuItem } = await freshMenu()
  const onSelect = vi.fn()
  render(
    <Menu trigger={<button type="button">Actions</button>}>
      <MenuItem onSelect={onSelect}>Rename</MenuItem>
    </Menu>,
  )
  const button = screen.getByRole('button', { name: 'Actions' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  // Pressed again while it loads, the key must not close the menu.
  await userEvent.keyboard('{ArrowDown}')

  expect(await screen.findByRole('menu', { name: 'Actions' })).toBeTruthy()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))

  expect(onSelect).toHaveBeenCalledOnce()
  await expect.poll(() => screen.queryByRole('menu')).toBe(null)
  expect(button.isConnected).toBe(true)
  await expect.poll(() => document.activeElement).toBe(button)
})

it('closes by Escape while its code loads', async () => {
  const { Menu, MenuItem } = await freshMenu()
  render(
    <Menu trigger={<button type="button">Actions</button>}>
      <MenuItem onSelect={() => {}}>Rename</MenuItem>
    </Menu>,
  )
  const button = screen.getByRole('button', { name: 'Actions' })
  button.focus()

  await userEvent.keyboard('{Enter}{Escape}')

  expect(button.getAttribute('aria-expanded')).toBe('false')
})
