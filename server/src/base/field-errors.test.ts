import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldErrors } from './field-errors.ts'

const errorOf = (shape: z.ZodType, value: unknown) => {
  const { error } = shape.safeParse(value)
  if (!error) throw new Error('The value is valid.')
  return error
}

it('names invalid fields, and unknown ones by their noun', () => {
  const shape = z.strictObject({
    title: z.string('title must be a text'),
    tags: z.array(z.string('a tag must be a text')),
  })

  expect(fieldErrors(errorOf(shape, { title: 1, tags: ['a', 2], more: 3 }), 'argument')).toEqual([
    { path: 'title', message: 'title must be a text' },
    { path: 'tags.1', message: 'a tag must be a text' },
    { path: 'more', message: 'Unknown argument "more"' },
  ])
})

it('reports twenty of many', () => {
  const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`field ${i}`, i]))

  expect(fieldErrors(errorOf(z.strictObject({}), unknown), 'argument')).toHaveLength(20)
  expect(fieldErrors(errorOf(z.array(z.string()), Array(1_000).fill(1)), 'argument')).toHaveLength(20)
})
