// Where log lines go. Own code, because pino's destination tries for ever to write its last lines to a full disk.
import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Lines are written together at this many characters, or after `FLUSH_MS`. */
const BATCH = 8 * 1024
const FLUSH_MS = 500
/** Of lines that wait for a slow reader; later ones are dropped. */
const WAITING_MAX = 16 * 1024 * 1024
/** Of one write. */
const CHUNK_BYTES = 64 * 1024

export interface LogOutput extends DestinationStream {
  /** Writes what waits, or drops it. */
  flushSync(): void
}

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void

/** What is called of Node. */
interface Io {
  write(fd: number, bytes: Buffer, offset: number, length: number, position: null, done: Written): void
  writeSync(fd: number, bytes: Buffer, offset: number): number
}

/**
 * Writes lines to a file descriptor in batches: writing each one separately would cost each request a system call. Lines
 * that cannot be written, as on a full disk, are dropped.
 */
export function openLog(fd: number, io: Io = { write, writeSync }): LogOutput {
  let lines: string[] = []
  let size = 0
  /** The rest of the batch that is being written. */
  let rest: Buffer | null = null

  const take = () => {
    const batch = Buffer.from(lines.join(''))
    lines = []
    size = 0
    return batch
  }
  const flush = () => {
    if (rest || size === 0) return
    rest = take()
    writeOn()
  }
  const writeOn = () => {
    const batch = rest
    if (!batch) return
    io.write(fd, batch, 0, Math.min(batch.length, CHUNK_BYTES), null, (error, bytes) => {
      // Written at the end of the process meanwhile.
      if (rest !== batch) return
      if (isBusy(error)) return void setTimeout(writeOn, FLUSH_MS).unref()
      rest = error || bytes >= batch.length ? null : batch.subarray(bytes)
      if (rest) writeOn()
      else if (size >= BATCH) flush()
    })
  }
  setInterval(flush, FLUSH_MS).unref()
  return {
    write: (line) => {
      if (size > WAITING_MAX) return
      lines.push(line)
      size += line.length
      if (size >= BATCH) flush()
    },
    flushSync: () => {
      const batch = Buffer.concat([rest ?? Buffer.alloc(0), take()])
      rest = null
      try {
        for (let at = 0; at < batch.length; ) at += io.writeSync(fd, batch, at)
      } catch {
        // There is no other place for these lines.
      }
    },
  }
}

const isBusy = (error: NodeJS.ErrnoException | null): boolean => error?.code === 'EAGAIN' || error?.code === 'EBUSY'

let output: LogOutput | undefined

/** Standard output, shared by all apps of the process. */
export function batchedOutput(): LogOutput {
  if (!output) {
    output = openLog(1)
    process.on('exit', output.flushSync)
  }
  return output
}
