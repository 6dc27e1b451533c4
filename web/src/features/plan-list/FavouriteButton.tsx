import type { ListedPlan } from '@cairn/contract/api/plans'
import { Star } from 'lucide-react'
import { useMarkPlan } from '../../data/planMarks.ts'
import { messageOf } from '../../lib/api.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/Toast.tsx'

/** Favourites come first in the list. */
export function FavouriteButton({ plan: { id, title, is_favourite } }: { plan: ListedPlan }) {
  const mark = useMarkPlan()
  const toggle = () =>
    mark.mutateAsync({ planId: id, isFavourite: !is_favourite }).catch((error: unknown) => {
      toast.error(messageOf(error, 'Failed to change the favourite'))
    })
  return (
    <IconButton
      size="sm"
      label={`Favourite: ${title}`}
      pressed={is_favourite}
      icon={<Star size={15} aria-hidden className={cx(is_favourite && 'fill-current text-sequence-ink')} />}
      onClick={toggle}
      className={cx(
        'aria-pressed:bg-transparent aria-pressed:hover:bg-hover',
        !is_favourite &&
          'lg:opacity-0 lg:focus-visible:opacity-100 lg:group-focus-within:opacity-100 lg:group-hover:opacity-100',
      )}
    />
  )
}
