import type { Profile } from '@cairn/contract/api/users'
import { BadgeCheck, Building2, CalendarDays, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { fullDateTime, longDate } from '../../lib/relativeTime.ts'
import { Badge } from '../../ui/Badge.tsx'

/** The profile fields that are shown. Unknown ones are left out. */
export type ShownProfile = Pick<Profile, 'name' | 'email' | 'organization'> &
  Partial<Pick<Profile, 'email_verified' | 'created_at'>>

/** The card: the avatar next to the profile fields or their form. */
export function ProfileCard({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label="Profile"
      className="flex items-start gap-x-8 gap-y-6 rounded-10 border border-line bg-surface p-5 max-sm:flex-col max-sm:items-center sm:p-6"
    >
      {picture}
      <div className="flex min-w-0 flex-1 flex-col gap-4 max-sm:w-full">{children}</div>
    </section>
  )
}

/** The name and the other profile fields. */
export function ProfileFacts({ profile }: { profile: ShownProfile }) {
  const { name, email, organization, email_verified, created_at } = profile
  return (
    <>
      <h2 className="break-words font-semibold text-20 max-sm:text-center">{name}</h2>
      <dl className="flex flex-col gap-2">
        <Fact label="Email" icon={<Mail size={16} />}>
          <span className="min-w-0 break-all">{email}</span>
          {email_verified && (
            <Badge tone="done" icon={<BadgeCheck aria-hidden />}>
              Verified
            </Badge>
          )}
        </Fact>
        <Fact label="Organization" icon={<Building2 size={16} />}>
          {organization ?? <span className="text-muted">No organization</span>}
        </Fact>
        {created_at && (
          <Fact label="Member since" icon={<CalendarDays size={16} />}>
            <span aria-hidden className="text-muted">
              Member since
            </span>
            <time dateTime={created_at} title={fullDateTime(created_at)}>
              {longDate(created_at)}
            </time>
          </Fact>
        )}
      </dl>
    </>
  )
}

function Fact({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2.5">
      <dt className="flex h-5.5 items-center text-faint">
        <span aria-hidden>{icon}</span>
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">{children}</dd>
    </div>
  )
}
