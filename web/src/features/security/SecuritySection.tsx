import { useQuery } from '@tanstack/react-query'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { profileQuery } from '../../data/profile.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { DisableTwoFactorDialog } from './DisableTwoFactorDialog.tsx'
import { EnableTwoFactorDialog } from './EnableTwoFactorDialog.tsx'

/** Password and two-factor authentication. Everything it needs it looks up itself. */
export function SecuritySection({ title }: { title: string }) {
  const { data: profile, error, refetch } = useQuery(profileQuery)
  return (
    <PageSection title={title} text="How you prove that it is you.">
      {profile && (
        <ul className="divide-y divide-line overflow-hidden rounded-10 border border-line bg-surface">
          <PasswordRow isDemo={profile.is_demo} />
          <TwoFactorRow isOn={profile.two_factor} isDemo={profile.is_demo} />
        </ul>
      )}
      {!profile && error && <Failure title="Failed to load user profile" error={error} onRetry={() => refetch()} />}
      {!profile && !error && <RowsSkeleton />}
    </PageSection>
  )
}

const NOT_FOR_DEMO = 'The demo account is everybody’s, so this cannot be changed.'

function PasswordRow({ isDemo }: { isDemo: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Row
      icon={<KeyRound size={18} />}
      title="Password"
      text={isDemo ? NOT_FOR_DEMO : 'Changing it signs you out everywhere else.'}
    >
      {!isDemo && <Button onClick={() => setOpen(true)}>Change Password</Button>}
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </Row>
  )
}

function TwoFactorRow({ isOn, isDemo }: { isOn: boolean; isDemo: boolean }) {
  // Which dialog is open does not follow from the state: the recovery codes are shown when it is on already.
  const [dialog, setDialog] = useState<'enable' | 'disable' | null>(null)
  return (
    <Row
      icon={<ShieldCheck size={18} />}
      title="Two-factor authentication"
      badge={isOn ? <Badge tone="done">On</Badge> : <Badge>Off</Badge>}
      text={isDemo ? NOT_FOR_DEMO : 'A code of an app on your phone, beside the password.'}
    >
      {!isDemo && (
        <Button onClick={() => setDialog(isOn ? 'disable' : 'enable')}>
          {isOn ? 'Disable Two-Factor Authentication' : 'Enable Two-Factor Authentication'}
        </Button>
      )}
      {dialog === 'enable' && <EnableTwoFactorDialog onClose={() => setDialog(null)} />}
      {dialog === 'disable' && <DisableTwoFactorDialog onClose={() => setDialog(null)} />}
    </Row>
  )
}

interface RowProps {
  icon: ReactNode
  title: string
  badge?: ReactNode
  text: string
  children: ReactNode
}

function Row({ icon, title, badge, text, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <span
        aria-hidden
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-6 bg-idle-soft text-muted"
      >
        {icon}
      </span>
      <div className="min-w-48 flex-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium text-14">
          {title}
          {badge}
        </h3>
        <p className="text-13 text-muted">{text}</p>
      </div>
      <div className="max-sm:w-full max-sm:[&>*]:w-full">{children}</div>
    </li>
  )
}

function RowsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line rounded-10 border border-line bg-surface">
      {['w-48', 'w-56'].map((width) => (
        <div key={width} className="flex h-16 items-center gap-4 px-4">
          <Skeleton className="size-9" />
          <Skeleton className={`h-3 ${width}`} />
        </div>
      ))}
    </div>
  )
}
