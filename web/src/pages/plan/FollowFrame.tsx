import type { Follow } from './followPerson.ts'

/** A frame around the workspace while the user follows someone. */
export function FollowFrame({ follow }: { follow: Follow }) {
  if (follow.name === null) return null
  return (
    <div className="pointer-events-none absolute inset-0 z-40 border-2 border-accent">
      <div className="absolute bottom-0 left-1/2 flex max-w-full -translate-x-1/2 items-center gap-2 rounded-t-6 bg-accent px-2.5 py-1 text-12 text-white shadow-float">
        <span role="status" className="truncate">
          Following {follow.name}
        </span>
        <button
          type="button"
          aria-label="Stop following"
          onClick={follow.stop}
          className="pointer-events-auto inline-flex shrink-0 items-center gap-1 rounded-6 font-medium hover:underline pointer-coarse:min-h-9"
        >
          Stop
        </button>
      </div>
    </div>
  )
}
