import { Negotiator } from '@fastify/accept-negotiator'

/** From the smallest result to the largest. */
const negotiator = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'] })

/** The best encoding that an `Accept-Encoding` header allows. */
export const chooseEncoding = (accepted: string | undefined) =>
  accepted === undefined ? 'identity' : (negotiator.negotiate(accepted) ?? 'identity')
