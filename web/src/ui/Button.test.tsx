import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'

it('ignores the second click of a double click if it can be busy', () => {
  const onClick = vi.fn()
  const { rerender } = render(<Button busy={false} onClick={onClick} />)
  const doubleClick = () => {
    for (const detail of [1, 2]) fireEvent.click(screen.getByRole('button'), { detail })
  }

  doubleClick()
  expect(onClick).toHaveBeenCalledTimes(1)

  rerender(<Button onClick={onClick} />)
  doubleClick()
  expect(onClick).toHaveBeenCalledTimes(3)
})

it('ignores clicks while busy', () => {
  const onClick = vi.fn()
  render(<Button busy onClick={onClick} />)

  fireEvent.click(screen.getByRole('button'), { detail: 1 })

  expect(onClick).not.toHaveBeenCalled()
})
