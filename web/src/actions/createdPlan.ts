// What became of a plan whose page was left while it was created.
import type { Plan } from '@cairn/contract/api/plans'
import { messageOf } from '../lib/api.ts'
import { shorten } from '../lib/shorten.ts'
import { toast } from '../ui/Toast.tsx'

export function sayCreated({ title }: Pick<Plan, 'title'>): void {
  toast.success(`“${shorten(title, 60)}” created`)
}

export function sayPlanNotCreated(title: string, error: unknown): void {
  toast.error(`Failed to create “${shorten(title, 60)}”`, { description: messageOf(error, 'Please try again.') })
}
