import { expect, it } from 'vitest'
import { previewKind } from './previewKind.ts'

it.each([
  ['photo.png', 'image/png', 100, 'picture'],
  ['drawing.svg', 'image/svg+xml', 100, null],
  ['notes.md', 'application/octet-stream', 100, 'markdown'],
  ['notes', 'text/markdown', 100, 'markdown'],
  ['costs.csv', 'application/vnd.ms-excel', 100, 'table'],
  ['costs.tsv', 'text/tab-separated-values', 100, 'table'],
  ['map.pdf', 'application/pdf', 2_000_000, 'pdf'],
  ['run.log', '', 100, 'text'],
  ['data', 'application/json', 100, 'text'],
  ['page.html', 'text/html', 100, 'text'],
  ['huge.txt', 'text/plain', 2_000_000, null],
  ['plan.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 100, null],
  ['a link', 'text/plain', null, null],
])('shows %s of type %s and %s bytes as %s', (name, content_type, size, kind) => {
  expect(previewKind({ name, content_type, size })).toBe(kind)
})
