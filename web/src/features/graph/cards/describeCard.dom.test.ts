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
