import { expect, it } from 'vitest'
import { makeNode } from '../../../test/make.ts'
import { levelAt } from '../zoomLevels.ts'
import { describeCard } from './describeCard.ts'

it.each([
  [['Ana Ruiz'], 'AR', 'Assigned to Ana Ruiz'],
  [['Ana Ruiz', 'Ben Ode'], 'AR, BO', 'Assigned to Ana Ruiz and Ben Ode'],
  [['Ana Ruiz', 'Ben Ode', 'Cem Ak', 'Dee Oh', 'Eva Li'], 'AR, BO +3', 'Assigned to Ana Ruiz, Ben Ode and 3 others'],
])('shows the initials of two assignees and the number of others: %j', (assignees, text, label) => {
  const options = { labels: true, progress: true, assignees, measure: (letters: string) => letters.length * 6 }

  const { marks } = describeCard(makeNode({ title: 'Pack' }), options, levelAt(1))

  expect(marks.find((mark) => mark.kind === 'text' && mark.part === 'assignee')).toMatchObject({ lines: [text], label })
})

it.each([1, 0.6, 0.5])('shows two lines of a milestone’s title with its due date at zoom %d', (zoom) => {
  const node = makeNode({ title: 'Product brief approved', node_type: 'milestone', due_date: '2026-10-30' })
  const options = { labels: true, progress: true, measure: (letters: string) => letters.length * 9 }

  const { marks } = describeCard(node, options, levelAt(zoom))

  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [{ part: mark.part, lines: mark.lines }] : []))
  expect(texts.find(({ part }) => part === 'title')?.lines).toHaveLength(2)
  expect(texts.find(({ part }) => part === 'due')?.lines).toHaveLength(1)
})
