import { expect, test } from 'vitest'
import { assignedTo } from './assignedTo.ts'

test.each([
  [[], 'Unassigned'],
  [['Ana Ruiz'], 'Assigned to Ana Ruiz'],
  [['Ana Ruiz', 'Ben Ode'], 'Assigned to Ana Ruiz and Ben Ode'],
  [['Ana Ruiz', 'Ben Ode', 'Cem Ak'], 'Assigned to Ana Ruiz, Ben Ode and Cem Ak'],
  [['Ana Ruiz', 'Ben Ode', 'Cem Ak', 'Dee Oh', 'Eva Li'], 'Assigned to Ana Ruiz, Ben Ode and 3 others'],
])('names two assignees and counts the others: %j', (names, text) => {
  expect(assignedTo(names)).toBe(text)
})
