import { describe, expect, it } from 'vitest'
import { measure, type OutlineItem, parseOutline } from './outlineText.ts'
import { printOutline } from './printOutline.ts'

/** Returns the outline as text: two spaces per level, other fields in brackets. */
const read = (text: string): string[] => {
  const lines: string[] = []
  const walk = (items: readonly OutlineItem[], indent: string) => {
    for (const { title, children, ...more } of items) {
      lines.push(
        `${indent}${title}${
          Object.values(more).length > 0
            ? ` [${Object.entries(more)
                .map((entry) => entry.join(': '))
                .join('; ')}]`
            : ''
        }`,
      )
      walk(children, `${indent}  `)
    }
  }
  walk(parseOutline(text), '')
  return lines
}

describe('parseOutline', () => {
  it('reads lines indented by spaces or tabs, with any step', () => {
    expect(read('Plan\n\tBuild\n\t\tWalls\n\n    Roof\n   Odd\nNext')).toEqual([
      'Plan',
      '  Build',
      '    Walls',
      '  Roof',
      '  Odd',
      'Next',
    ])
  })

  it('reads Markdown lists with checkboxes', () => {
    expect(
      read(
        '- Research\n  - [x] Interview **customers**\n  * [ ] Read [the report](https://example.com)\n1. Build\r\n   1) `Code`',
      ),
    ).toEqual(['Research', '  Interview customers [status: completed]', '  Read the report', 'Build', '  Code'])
  })

  it('reads lists as children of the headings above them', () => {
    expect(read('# Launch\n\n- Press\n\n## Site ##\n- Copy\n  - Proofread\n# After\nParty')).toEqual([
      'Launch',
      '  Press',
      '  Site',
      '    Copy',
      '      Proofread',
      'After',
      '  Party',
    ])
  })

  it('reads spreadsheet rows with statuses and dates', () => {
    expect(
      read('Title\tStatus\tDue date\tNotes\nDig\tDone\t2026-03-01\tDeep\nPour\tIn progress\t\t"Say ""go"""'),
    ).toEqual([
      'Dig [status: completed; due_date: 2026-03-01; description: Deep]',
      'Pour [status: in_progress; description: Say "go"]',
    ])
    expect(read('Phase\tblocked\n\tTask\t2026-02-31\n\tOther\t2026-02-28')).toEqual([
      'Phase [status: blocked]',
      '  Task [description: 2026-02-31]',
      '  Other [due_date: 2026-02-28]',
    ])
  })

  it('skips lines without a title, and keeps text that is too long for one', () => {
    expect(read('- \n---\n```\n   \n- [ ] \n')).toEqual([])
    const [item] = parseOutline('a'.repeat(300))
    expect(item?.title).toHaveLength(255)
    expect(item?.description).toHaveLength(300)
  })

  it('keeps words that only look like Markdown', () => {
    expect(read('Say {due=soon}')).toEqual(['Say {due=soon}'])
    expect(read('2026 goals\n-5 degrees\nA. Smith calls\n[draft] Letter')).toEqual([
      '2026 goals',
      '-5 degrees',
      'A. Smith calls',
      '[draft] Letter',
    ])
  })
})

it('prints outlines that it can read', () => {
  const text =
    '- [ ] Build\n  - [x] Walls {due=2026-03-01}\n    - [ ] - Paint\n    - [/] Dry\n- [!] Next {due=2026-02-28}'
  expect(read(text)).toEqual([
    'Build',
    '  Walls [status: completed; due_date: 2026-03-01]',
    '    - Paint',
    '    Dry [status: in_progress]',
    'Next [status: blocked; due_date: 2026-02-28]',
  ])
  expect(printOutline(parseOutline(text))).toBe(text)
  expect(measure(parseOutline(text))).toEqual({ count: 5, levels: 3 })
})

it('prints outlines with descriptions as rows that it can read', () => {
  const text = [
    'Build\tin_progress\t2026-03-01\tDeep\tdone\t2026-03-02',
    '\t"Say ""go"""\tnot_started\t\t"""Quoted"""\t"12"" pipe"\t" wide "',
    '\t\t- [ ] - Paint\tblocked\t',
    '"""Next"""\tnot_started\t',
    '\tNotes\tnot_started\t\t- [x] not a box',
  ].join('\n')
  expect(parseOutline(text)).toEqual([
    {
      title: 'Build',
      status: 'in_progress',
      due_date: '2026-03-01',
      description: 'Deep\ndone\n2026-03-02',
      children: [
        {
          title: 'Say "go"',
          status: 'not_started',
          description: '"Quoted"\n12" pipe\n wide ',
          children: [{ title: '- Paint', status: 'blocked', children: [] }],
        },
      ],
    },
    {
      title: '"Next"',
      status: 'not_started',
      children: [{ title: 'Notes', status: 'not_started', description: '- [x] not a box', children: [] }],
    },
  ])
  expect(printOutline(parseOutline(text))).toBe(text)
})

it('prints titles that are too long with their full text', () => {
  const [item, ...more] = parseOutline(`- Walls\tand roof ${'a'.repeat(300)}\n- Door\n- Floor`)
  const description = `Walls and roof ${'a'.repeat(300)}`
  const title = `${description.slice(0, 254)}…`
  expect(parseOutline(printOutline(item ? [item, ...more] : []))).toEqual([
    { title, status: 'not_started', description, children: [] },
    { title: 'Door', status: 'not_started', children: [] },
    { title: 'Floor', status: 'not_started', children: [] },
  ])
})

it('keeps code blocks in the description of the item above', () => {
  const [set, next] = parseOutline(
    '- Set up\n  ```sh\n  # Not a heading\n\n    - not an item\n  ```\n- Run\n~~~\nno end',
  )
  expect(set).toEqual({
    title: 'Set up',
    description: '```sh\n# Not a heading\n\n  - not an item\n```',
    children: [],
  })
  expect(next).toEqual({ title: 'Run', description: '~~~\nno end', children: [] })
})

it('puts a list under the line above it', () => {
  expect(read('Build\n- Walls\n- Roof\n\nPaint:\n1. Doors\n   - Front\n2. Windows')).toEqual([
    'Build',
    '  Walls',
    '  Roof',
    'Paint:',
    '  Doors',
    '    Front',
    '  Windows',
  ])
  expect(read('Walls\nRoof')).toEqual(['Walls', 'Roof'])
})
