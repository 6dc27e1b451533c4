import type { Mail } from '../../providers/mailer.ts'

interface Shared {
  to: string
  /** Who shares. */
  from: string
  planTitle: string
}

/** To somebody without an account. */
export const invitationMail = ({ to, from, planTitle }: Shared, url: string): Mail => ({
  to,
  subject: `${from} invites you to the plan "${planTitle}"`,
  text: [
    `${from} would like to share the plan "${planTitle}" with you on Cairn.`,
    `Create an account with this address (${to}) and the plan is there. If you do not know ${from}, you can ignore this mail.`,
  ],
  link: { label: 'Create your account', url },
})

/** To somebody with an account. */
export const sharedMail = ({ to, from, planTitle }: Shared, url: string): Mail => ({
  to,
  subject: `${from} shared the plan "${planTitle}" with you`,
  text: [`${from} shared the plan "${planTitle}" with you on Cairn.`, 'You can leave the plan at any time.'],
  link: { label: 'Open the plan', url },
})

/** To somebody whose account waits for its address to be verified. */
export const sharedUnverifiedMail = (shared: Shared, url: string): Mail => ({
  ...sharedMail(shared, url),
  text: [
    `${shared.from} shared the plan "${shared.planTitle}" with you on Cairn.`,
    'You can open it as soon as you have verified your address with the link that we sent you when you registered.',
  ],
})
