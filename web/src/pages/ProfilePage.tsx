import type { Profile } from '@cairn/contract/api/users'
import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { isInvalidReply, profileQuery } from '../data/profile.ts'
import { AvatarEditor } from '../features/profile/AvatarEditor.tsx'
import { ProfileCard, ProfileFacts, type ShownProfile } from '../features/profile/ProfileCard.tsx'
import { PROFILE_DRAFT, ProfileForm } from '../features/profile/ProfileForm.tsx'
import { VerifyNotice } from '../features/profile/VerifyNotice.tsx'
import { SecuritySection } from '../features/security/SecuritySection.tsx'
import { readDraft } from '../lib/drafts.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { type StoredSession, useSession } from '../lib/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TextLink } from '../ui/TextLink.tsx'

/** /profile: profile details and security. */
export function ProfilePage() {
  usePageTitle('Profile')
  const { data: profile, error, refetch } = useQuery(profileQuery)
  const session = useSession()
  const retry = () => refetch()
  return (
    <div className="mx-auto flex w-full max-w-220 flex-1 flex-col gap-10 px-4 py-8 sm:px-6">
      <header>
        <h1 className="font-semibold text-28">Profile</h1>
        <p className="mt-1 text-muted">Your name, avatar and sign-in settings.</p>
      </header>
      {profile && <Loaded profile={profile} />}
      {!profile && error && (
        <div className="flex flex-col gap-4">
          <ErrorNotice title="Failed to load user profile" error={error} onRetry={retry} />
          {/* The stored session has enough data to show who is signed in. */}
          {isInvalidReply(error) && session && <LocalProfile user={session.user} />}
        </div>
      )}
      {!profile && !error && <CardSkeleton />}
    </div>
  )
}

function Loaded({ profile }: { profile: Profile }) {
  const [mode, setMode] = useState<'view' | 'edit' | 'edited'>(() =>
    readDraft(PROFILE_DRAFT) === undefined ? 'view' : 'edit',
  )
  const picture = profile.is_demo ? (
    <Avatar name={profile.name} src={profile.avatar_url} size="xl" />
  ) : (
    <AvatarEditor profile={profile} />
  )
  return (
    <>
      <div className="flex flex-col gap-4">
        {!profile.email_verified && <VerifyNotice email={profile.email} />}
        {profile.is_demo && (
          <Notice>
            You’re using the shared demo account, so its profile can’t be changed. Create your own account to set one
            up.
          </Notice>
        )}
        <ProfileCard picture={picture}>
          {mode === 'edit' ? (
            <ProfileForm profile={profile} onDone={() => setMode('edited')} />
          ) : (
            <>
              <ProfileFacts profile={profile} />
              {!profile.is_demo && (
                <Button
                  size="sm"
                  // The focus was here before the form opened.
                  autoFocus={mode === 'edited'}
                  icon={<PencilLine size={15} aria-hidden />}
                  onClick={() => setMode('edit')}
                  className="self-start max-sm:self-center"
                >
                  Edit profile
                </Button>
              )}
            </>
          )}
        </ProfileCard>
      </div>
      <SecuritySection profile={profile} />
      <p className="-mt-4 text-13 text-muted">
        <TextLink to="/settings#tokens">API tokens</TextLink> and <TextLink to="/settings#sessions">sessions</TextLink>{' '}
        are in your Settings.
      </p>
    </>
  )
}

function LocalProfile({ user }: { user: StoredSession['user'] }) {
  const { name = user.email, organization = null, avatar_url = null } = user.user_metadata ?? {}
  const profile: ShownProfile = {
    name,
    organization,
    email: user.email,
    ...(user.created_at ? { created_at: user.created_at } : {}),
  }
  return (
    <ProfileCard picture={<Avatar name={name} src={avatar_url} size="xl" />}>
      <ProfileFacts profile={profile} />
    </ProfileCard>
  )
}

function CardSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading your profile"
      className="flex items-center gap-8 rounded-10 border border-line bg-surface p-6 max-sm:flex-col"
    >
      <Skeleton className="size-20 rounded-full sm:mx-14" />
      <div className="flex flex-col gap-3 max-sm:items-center">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-4 w-48" />
      </div>
    </div>
  )
}
