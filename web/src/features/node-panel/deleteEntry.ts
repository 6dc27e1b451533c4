import type { LogEntry } from '@cairn/contract/api/logs'
import { messageOf } from '../../lib/api.ts'
import { toast } from '../../ui/Toast.tsx'

interface Changes {
  remove: { mutateAsync: (entry: LogEntry) => Promise<unknown> }
  restore: { mutateAsync: (id: string) => Promise<unknown> }
}

/** Deletes a log entry or comment, with a toast that can undo it. */
export function deleteEntry(entry: LogEntry, { remove, restore }: Changes): void {
  const what = entry.log_type === 'comment' ? 'Comment' : 'Log entry'
  const failed = (verb: string) => (error: unknown) =>
    void toast.error(messageOf(error, `Failed to ${verb} ${what.toLowerCase()}`))
  const undo = () => void restore.mutateAsync(entry.id).catch(failed('restore'))
  remove
    .mutateAsync(entry)
    .then(() => void toast(`${what} deleted`, { action: { label: 'Undo', onClick: undo } }), failed('delete'))
}
