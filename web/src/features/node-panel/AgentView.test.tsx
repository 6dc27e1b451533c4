import { type ContextPack, contextPackApi, PACK_SECTIONS, type PackSection } from '@cairn/contract/api/contextPack'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const sections = (changes: Partial<Record<PackSection, Partial<ContextPack['sections'][number]>>> = {}) =>
  PACK_SECTIONS.map((section) => ({
    section,
    tokens: 10,
    items: 1,
    total: null,
    cut: false,
    more: null,
    changed: true,
    ...changes[section],
  }))

const HASH = `1.${'a'.repeat(64)}`

/** A plan whose packs say their budget, and that can change. */
async function openAgentTab() {
  const plan = new FakePlan('Build\nTest', { role: 'viewer' })
  const state = { text: 'First', hash: HASH, sections: sections() }
  const asked: Record<string, string>[] = []
  plan.api.on(contextPackApi.pack, ({ query }) => {
    asked.push(query)
    const max_tokens = Number(query.max_tokens)
    const changes = state.hash === query.since_hash ? sections().map((one) => ({ ...one, changed: false })) : undefined
    return {
      reply: {
        text: `# Context pack\n\n${state.text} of ${max_tokens}`,
        tokens: 1_234,
        max_tokens,
        hash: state.hash,
        sections: changes ?? state.sections,
      },
    }
  })
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Build').id}`)
  await app.user.click(await screen.findByRole('tab', { name: 'Agent Instructions' }))
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  const open = async () => {
    await app.user.click(await screen.findByRole('button', { name: 'What an agent sees' }))
    return screen.findByRole('dialog', { name: 'What an agent sees' })
  }
  return { ...app, plan, state, asked, open }
}

describe('what an agent sees', () => {
  it('loads on demand and shows the text, its tokens and that nothing was cut', async () => {
    const { asked, open } = await openAgentTab()
    expect(asked).toEqual([])

    const dialog = await open()

    const region = await within(dialog).findByRole('region', { name: 'Context pack' })
    expect(region.textContent).toBe('# Context pack\n\nFirst of 4000')
    within(dialog).getByText('About 1,234 tokens')
    within(dialog).getByText('Nothing was cut')
    expect(asked).toEqual([{ max_tokens: '4000' }])
  })

  it('says what was cut, and shows more with a larger budget', async () => {
    const { user, state, open } = await openAgentTab()
    state.sections = sections({
      logs: { cut: true, items: 0, more: 'GET /' },
      siblings: { cut: true, items: 12, total: 40, more: 'GET /' },
    })
    const dialog = await open()
    await within(dialog).findByText(/^Cut: recent log entries \(left out\), siblings \(12 of 40\)\. A larger budget/)

    await user.click(within(dialog).getByRole('combobox', { name: 'Token budget' }))
    await user.click(await screen.findByRole('option', { name: 'Up to 32,000 tokens' }))

    await within(dialog).findByText(/First of 32000/)
  })

  it('copies the text', async () => {
    const { user, open } = await openAgentTab()
    const dialog = await open()
    await within(dialog).findByText(/First of 4000/)
    const write = vi.spyOn(navigator.clipboard, 'writeText')

    await user.click(within(dialog).getByRole('button', { name: 'Copy' }))

    expect(write).toHaveBeenCalledWith('# Context pack\n\nFirst of 4000')
    await within(dialog).findByRole('button', { name: 'Copied' })
  })

  it('says what has changed since, keeps the text, and reloads it on demand', async () => {
    const { user, plan, state, open } = await openAgentTab()
    const dialog = await open()
    await within(dialog).findByText(/First of 4000/)

    Object.assign(state, {
      text: 'Second',
      hash: `1.${'b'.repeat(64)}`,
      sections: sections().map((one) => ({ ...one, changed: one.section === 'siblings' || one.section === 'node' })),
    })
    act(() =>
      plan.happen('node.status_changed', plan.node('Test').id, {
        before: { status: 'not_started' },
        after: { status: 'completed', version: 2, updated_at: new Date().toISOString() },
      }),
    )

    await within(dialog).findByText('Changed since you opened it: node, siblings')
    within(dialog).getByText(/First of 4000/)
    await user.click(within(dialog).getByRole('button', { name: 'Reload' }))
    await within(dialog).findByText(/Second of 4000/)
    expect(within(dialog).queryByText(/^Changed since/)).toBeNull()
  })

  it('stays quiet if a change of the plan is not in the text', async () => {
    const { plan, asked, open } = await openAgentTab()
    const dialog = await open()
    await within(dialog).findByText(/First of 4000/)
    act(() =>
      plan.happen('node.status_changed', plan.node('Test').id, {
        before: { status: 'not_started' },
        after: { status: 'completed', version: 2, updated_at: new Date().toISOString() },
      }),
    )
    await waitFor(() => expect(asked).toContainEqual({ max_tokens: '4000', since_hash: HASH }))
    expect(within(dialog).queryByText(/^Changed since/)).toBeNull()
  })

  it('offers to try again after a failure', async () => {
    const { user, plan, open } = await openAgentTab()
    const works = plan.api.handlerOf(contextPackApi.pack)
    plan.api.on(contextPackApi.pack, () => ({ status: 404, code: 'node_not_found', error: 'Node not found' }))
    const dialog = await open()
    const retry = await within(dialog).findByRole('button', { name: 'Try again' })
    plan.api.on(contextPackApi.pack, works)
    await user.click(retry)
    await within(dialog).findByText(/First of 4000/)
  })
})
