// The process that decodes images: started on first use, stopped when idle, and replaced when it dies.
import { type ChildProcess, fork } from 'node:child_process'

interface Decoder {
  /** Null if the image cannot be decoded or takes too long. One at a time, because decoding needs much memory. */
  draw(bytes: Uint8Array): Promise<Uint8Array | null>
  /** The state of the process; undefined if none runs. */
  pid(): number | undefined
}

export function createDecoder(given: { program: string; decoding_max_ms: number; idle_max_ms: number }): Decoder {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  function start(): ChildProcess {
    // The process does not need the secrets in the environment.
    const env = { PATH: process.env.PATH }
    const started = fork(given.program, [], { serialization: 'advanced', execArgv: [], env })
    const forget = () => {
      if (child === started) child = undefined
    }
    started.on('exit', forget).on('error', forget)
    return started
  }

  function end(): void {
    child?.kill('SIGKILL')
    child = undefined
  }

  async function decode(bytes: Uint8Array): Promise<Uint8Array | null> {
    clearTimeout(idle)
    child ??= start()
    hold(child, true)
    try {
      return await answerOf(child, bytes)
    } finally {
      if (child) hold(child, false)
      idle = setTimeout(end, given.idle_max_ms).unref()
    }
  }

  function answerOf(asked: ChildProcess, bytes: Uint8Array): Promise<Uint8Array | null> {
    return new Promise((resolve, reject) => {
      const onAnswer = (drawn: unknown) => settle(() => resolve(drawn instanceof Uint8Array ? drawn : null))
      const onEnd = () => settle(() => reject(new Error('The process that decodes pictures ended.')))
      const timer = setTimeout(() => {
        end()
        settle(() => resolve(null))
      }, given.decoding_max_ms)
      function settle(how: () => void) {
        clearTimeout(timer)
        asked.off('message', onAnswer).off('exit', onEnd).off('error', onEnd)
        how()
      }
      asked.on('message', onAnswer).on('exit', onEnd).on('error', onEnd)
      asked.send(bytes, (error) => error && onEnd())
    })
  }

  return {
    draw: (bytes) => {
      const mine = last.then(() => decode(bytes))
      last = mine.catch(() => {})
      return mine
    },
    pid: () => child?.pid,
  }
}

/** It keeps this process alive only while it works. */
function hold(child: ChildProcess, on: boolean): void {
  if (on) child.ref()
  else child.unref()
  if (on) child.channel?.ref()
  else child.channel?.unref()
}
