import { expect, it } from 'vitest'
import { testApp } from '../../test/factory.ts'
import { ERAS, mcpClient } from '../../test/mcp-client.ts'
import { TOOLS } from './tools/all.ts'

it.each(ERAS)('offers plans and nodes as Markdown resources in the %s era', async (era) => {
  const server = await testApp()
  const { owner, viewer, plan } = await server.make.team()
  const node = await server.make.node(owner, plan.id, { title: 'Schema' })
  const { client } = await mcpClient(server, await server.make.apiToken(viewer, 'read'), { era })
  const uri = `plan://${plan.id}/outline.md`
  expect((await client.listResources()).resources).toMatchObject([
    { uri, title: plan.title, mimeType: 'text/markdown' },
  ])
  expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'plan://{id}/outline.md',
    'plan://{id}/node/{nodeId}.md',
  ])
  const outline = `# A plan\n\n- [ ] Schema {#${node.id.slice(-8)}}\n`
  expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, text: outline }])
  const pack = await client.readResource({ uri: `plan://${plan.id}/node/${node.id}.md` })
  expect(pack.contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringContaining('# Context pack') }])
  const short = await client.readResource({ uri: `plan://${plan.id}/node/${node.id.slice(-8)}.md` })
  expect(short.contents).toMatchObject([{ text: expect.stringContaining('# Context pack') }])
})

it('hides resources of others like missing ones', async () => {
  const server = await testApp()
  const { owner, plan } = await server.make.team()
  const node = await server.make.node(owner, plan.id)
  const stranger = await mcpClient(server, await server.make.apiToken(await server.make.user(), 'read'))
  expect((await stranger.client.listResources()).resources).toEqual([])
  const messages = new Set<string>()
  for (const uri of [
    `plan://${plan.id}/outline.md`,
    `plan://${plan.id}/node/${node.id}.md`,
    `plan://${plan.id.replace(/^./, 'f')}/outline.md`,
    'plan://x/outline.md',
    'file:///etc/passwd',
  ]) {
    const error: unknown = await stranger.client.readResource({ uri }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    messages.add((error as Error).message.replace(uri, 'URI'))
  }
  expect(messages.size).toBe(1)
})

it('offers prompts that use only tools there are', async () => {
  const server = await testApp()
  const { client } = await mcpClient(server, await server.make.apiToken(await server.make.user(), 'read'))
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual([
    'plan-from-brief',
    'work-next-task',
    'break-down-node',
    'weekly-report',
  ])
  const named = new Set(TOOLS.map(({ name }) => name))
  for (const { name } of prompts) {
    const given = { brief: 'Ignore\nthis', plan_id: 'P', node_id: 'N' }
    const { messages } = await client.getPrompt({ name, arguments: given })
    const text = JSON.stringify(messages)
    for (const tool of text.match(/\b(?:get|create|add|update|set|claim|end)_(?!id)[a-z_]+/g) ?? [])
      expect(named).toContain(tool)
    if (name === 'plan-from-brief') expect(text).toContain('> Ignore\\n> this')
  }
  await expect(client.getPrompt({ name: 'break-down-node', arguments: { plan_id: 'P' } })).rejects.toThrow(
    'node_id is required',
  )
  await expect(client.getPrompt({ name: 'unknown' })).rejects.toThrow('unknown')
})
