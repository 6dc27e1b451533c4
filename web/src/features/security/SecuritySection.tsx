import type { Profile } from '@cairn/contract/api/users'
import { KeyRound, LifeBuoy, Mail, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCancelEmailChange } from '../../data/email.ts'
import { messageOf } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { toast } from '../../ui/Toast.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { DisableTwoFactorDialog } from './DisableTwoFactorDialog.tsx'
import { EnableTwoFactorDialog } from './EnableTwoFactorDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

/** Email, password and two-factor authentication. Linked as `/profile#security`. */
export function SecuritySection({ profile }: { profile: Profile }) {
  return (
    <PageSection title="Security Settings" anchor="security" text="Your email, password and two-factor authentication.">
      <ul className="lines-between overflow-hidden rounded-10 border border-line bg-surface">
        <EmailRow profile={profile} />
        <PasswordRow isDemo={profile.is_demo} />
        <TwoFactorRow isOn={profile.two_factor} isDemo={profile.is_demo} />
        {profile.recovery_codes_left !== null && <RecoveryCodesRow left={profile.recovery_codes_left} />}
      </ul>
    </PageSection>
  )
}

const NOT_FOR_DEMO = 'The demo account is shared, so this can’t be changed.'

function EmailRow({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(false)
  const cancel = useCancelEmailChange()
  const { email, pending_email, is_demo } = profile
  const cancelChange = () =>
    cancel.mutate(undefined, {
      onError: (error) => toast.error(messageOf(error, 'Failed to cancel email change')),
    })
  return (
    <Row
      icon={<Mail size={18} />}
      title="Email"
      text={
        is_demo
          ? NOT_FOR_DEMO
          : pending_email
            ? `Open the link we sent to ${pending_email} to confirm the change.`
            : email
      }
    >
      {!is_demo && (
        <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
          {pending_email && (
            <Button variant="ghost" busy={cancel.isPending} onClick={cancelChange}>
              Cancel change
            </Button>
          )}
          <Button onClick={() => setOpen(true)}>Change Email</Button>
        </div>
      )}
      {isOpen && <ChangeEmailDialog onClose={() => setOpen(false)} />}
    </Row>
  )
}

function RecoveryCodesRow({ left }: { left: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Row
      icon={<LifeBuoy size={18} />}
      title="Recovery codes"
      badge={<Badge tone={left > 2 ? 'idle' : 'blocked'}>{left} left</Badge>}
      text="Each code signs you in once if you lose your authenticator app."
    >
      <Button onClick={() => setOpen(true)}>Replace Recovery Codes</Button>
      {isOpen && <RecoveryCodesDialog onClose={() => setOpen(false)} />}
    </Row>
  )
}

function PasswordRow({ isDemo }: { isDemo: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Row
      icon={<KeyRound size={18} />}
      title="Password"
      text={isDemo ? NOT_FOR_DEMO : 'Changing your password logs you out on all other devices.'}
    >
      {!isDemo && <Button onClick={() => setOpen(true)}>Change Password</Button>}
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </Row>
  )
}

function TwoFactorRow({ isOn, isDemo }: { isOn: boolean; isDemo: boolean }) {
  // The open dialog cannot be derived from `isOn`: the recovery codes are shown after it is enabled.
  const [dialog, setDialog] = useState<'enable' | 'disable' | null>(null)
  return (
    <Row
      icon={<ShieldCheck size={18} />}
      title="Two-factor authentication"
      badge={isOn ? <Badge tone="done">On</Badge> : <Badge>Off</Badge>}
      text={isDemo ? NOT_FOR_DEMO : 'Require a code from an authenticator app when you sign in.'}
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
