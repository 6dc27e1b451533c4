import type { OpenedInvitation } from '@cairn/contract/api/invitations'
import { useNavigate } from 'react-router'
import { useAcceptInvitation } from '../../data/invitations.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { AuthCard } from './AuthCard.tsx'

/** "Ana Ruiz invited you to work on “Website relaunch”." */
export const invitationText = ({ inviter_name, plan_title }: OpenedInvitation): string =>
  `${inviter_name} invited you to work on “${plan_title}”.`

interface Props {
  token: string
  invitation: OpenedInvitation
  /** The email of the signed-in user. */
  email: string
  /** Signs out and returns to this page. */
  onSwitch: () => void
}

/** Asks a signed-in user to accept the invitation, or to switch accounts. */
export function InvitationCard({ token, invitation, email, onSwitch }: Props) {
  const navigate = useNavigate()
  const accept = useAcceptInvitation()
  const isMine = invitation.email === email.toLowerCase()
  const open = () => accept.mutate(token, { onSuccess: (planId) => navigate(`/plans/${planId}`, { replace: true }) })
  return (
    <AuthCard
      title={`Join “${invitation.plan_title}”`}
      text={invitationText(invitation)}
      footer={<TextLink to="/plans">Back to My Plans</TextLink>}
    >
      <div className="flex flex-col gap-3">
        {accept.isError && <Notice look="error">{messageOf(accept.error, 'Failed to accept invitation')}</Notice>}
        {!isMine && (
          <Notice>
            This invitation is for {invitation.email}. You’re signed in as {email}.
          </Notice>
        )}
        {isMine && (
          <Button variant="primary" size="lg" busy={accept.isPending} onClick={open} className="break-all">
            Accept as {email}
          </Button>
        )}
        <Button variant={isMine ? 'secondary' : 'primary'} size="lg" disabled={accept.isPending} onClick={onSwitch}>
          Switch account
        </Button>
      </div>
    </AuthCard>
  )
}
