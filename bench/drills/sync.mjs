// D8 and D9, traced with strace: a write is synced to disk before it is acknowledged, and after a failed sync no
// further write is acknowledged.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '../load/calls.mjs'
import { isSuccess, openConnection } from '../load/connection.mjs'
import { check, newPlan, openDrill } from './drill.mjs'

const END_MAX_MS = 5_000

export async function syncDrill() {
  if (spawnSync('strace', ['-V']).status !== 0) {
    process.stdout.write('skip  D8   strace is not installed\n')
    return
  }
  await syncBeforeReply()
  await failingSync()
}

async function syncBeforeReply() {
  const drill = openDrill('sync')
  try {
    const server = await drill.start()
    const { connection, planId, nodeId } = await planWithNode(server.origin)
    const strace = await attach(server.pid, ['-y', '-e', 'trace=fsync,fdatasync,read,write,writev'])
    const { status } = await connection.send(calls.setStatus(planId, nodeId))
    connection.close()
    const lines = await strace.detach()

    const asked = lines.findIndex((line) => line.includes('read(') && line.includes('PUT /api/plans'))
    const answered = lines.findIndex((line) => /writev?\(/.test(line) && line.includes('HTTP/1.1 200'))
    const between = lines.slice(asked, answered).filter((line) => /f(data)?sync\(\d+<[^>]*-wal>\) = 0/.test(line))
    check('D8', `the trace shows the status change and its response ${status}`, asked >= 0 && answered > asked)
    check('D8', `the log was synced ${between.length} times in between`, between.length > 0)
  } finally {
    await drill.end()
  }
}

async function failingSync() {
  const drill = openDrill('failing-sync')
  try {
    const server = await drill.start()
    const { connection, token, planId, nodeId } = await planWithNode(server.origin)
    const call = calls.setStatus(planId, nodeId)
    const strace = await attach(server.pid, ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO'])
    const replies = []
    for (const next of [call, calls.setStatus(planId, nodeId)]) {
      const reply = await connection.send(next).catch(() => undefined)
      replies.push(reply?.status ?? 'nothing')
    }
    const ended = await Promise.race([server.exited, sleep(END_MAX_MS, undefined, { ref: false })])
    connection.close()
    await strace.detach()

    check('D9', `when the disk fails to sync, writes return ${replies.join(' and ')}`, !replies.some(isSuccess))
    check('D9', `the server exits with code ${ended?.code}`, ended !== undefined && ended.code !== 0)
    const again = await drill.start()
    const reader = openConnection({ origin: again.origin, token })
    const [node] = await reader.ask(calls.readPlan(planId))
    const { status } = await reader.send(calls.addLog(planId, nodeId, 'The disk is well again'))
    reader.close()
    check(
      'D9',
      'after the next start the plan is complete',
      node.id === nodeId && ['not_started', call.body.status].includes(node.status),
    )
    check('D9', `and accepts writes again: ${status}`, isSuccess(status))
  } finally {
    await drill.end()
  }
}

async function planWithNode(origin) {
  const { token, planId } = await newPlan(origin)
  const connection = openConnection({ origin, token })
  const { id } = await connection.ask(calls.createNode(planId, { title: 'A node' }))
  return { connection, token, planId, nodeId: id }
}

/** Traces a running process. `detach` stops that and returns the lines. */
async function attach(pid, options) {
  const folder = mkdtempSync(`${tmpdir()}/cairn-strace-`)
  const file = `${folder}/trace`
  const strace = spawn('strace', ['-f', '-s', '64', '-o', file, ...options, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(strace, 'exit')
  // strace prints a line when it has attached.
  await Promise.race([once(strace.stderr, 'data'), ended])
  return {
    detach: async () => {
      strace.kill('SIGINT')
      await ended
      const lines = readFileSync(file, 'utf8').split('\n')
      rmSync(folder, { recursive: true, force: true })
      return lines
    },
  }
}
