import { expect, it } from 'vitest'
import { FairTasks } from './fair-tasks.ts'

it('runs so many tasks at a time, in turns of their owners', async () => {
  const tasks = new FairTasks(2)
  const started: string[] = []
  let [running, most] = [0, 0]
  const run = (owner: string, name: string) =>
    tasks.run(owner, async () => {
      started.push(name)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return name
    })

  const names = ['a1', 'a2', 'a3', 'a4', 'a5']
  const all = [...names.map((name) => run('a', name)), run('b', 'b1')]
  expect(tasks.waiting).toBe(4)

  expect(await Promise.all(all)).toEqual([...names, 'b1'])
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5'])
  expect([most, tasks.waiting]).toEqual([2, 0])
})

it('goes on after a task that fails', async () => {
  const tasks = new FairTasks(1)
  const failed = tasks.run('a', () => Promise.reject(new Error('It failed.')))
  const next = tasks.run('a', async () => 'next')

  await expect(failed).rejects.toThrow('It failed.')
  expect(await next).toBe('next')
})
