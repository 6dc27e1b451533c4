import type { ListedPlan } from '@cairn/contract/api/plans'
import { Star } from 'lucide-react'
import { useMarkPlan } from '../../data/planMarks.ts'
import { messageOf } from '../../lib/api.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/Toast.tsx'

/** Toggles a favorite. Favorites come first in the list. */
export function FavoriteButton({ plan: { id, title, is_favorite } }: { plan: ListedPlan }) {
  const mark = useMarkPlan()
  const toggle = () =>
    mark.mutateAsync({ planId: id, isFavorite: !is_favorite }).catch((error: unknown) => {
      toast.error(messageOf(error, 'Failed to update favorite'))
    })
  return (
    <IconButton
      size="sm"
      label={`Favorite: ${title}`}
      pressed={is_favorite}
      icon={<Star size={15} aria-hidden className={cx(is_favorite && 'fill-current text-sequence-ink')} />}
      onClick={toggle}
      className={cx(
        'aria-pressed:bg-transparent aria-pressed:hover:bg-hover',
        !is_favorite &&
          'lg:pointer-fine:opacity-0 lg:focus-visible:opacity-100 lg:group-focus-within:opacity-100 lg:group-hover:opacity-100',
      )}
    />
  )
}
