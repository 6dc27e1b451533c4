import { INVITATION_DAYS } from '@cairn/contract/api/invitations'
import type { Mail } from '../../providers/mailer.ts'

interface Shared {
  to: string
  /** Who shares. */
  from: string
  planTitle: string
}

/** To a person without an account, or with an unverified address. */
export const invitationMail = ({ to, from, planTitle }: Shared, url: string): Mail => ({
  to,
  subject: `${from} invited you to "${planTitle}" on Cairn`,
  text: [
    `${from} invited you to work on the plan "${planTitle}" in Cairn.`,
    `Accept the invitation with ${to}. The link expires in ${INVITATION_DAYS} days. If you do not know ${from}, you can ignore this email.`,
  ],
  link: { label: 'Accept invitation', url },
})

/** To a person with an account. */
export const sharedMail = ({ to, from, planTitle }: Shared, url: string): Mail => ({
  to,
  subject: `${from} shared the plan "${planTitle}" with you`,
  text: [`${from} shared the plan "${planTitle}" with you on Cairn.`, 'You can leave the plan at any time.'],
  link: { label: 'Open the plan', url },
})
