// Addresses that open one file for a short time without a header, for images and download links. A signature stands for the
// person it was given to and carries no more than that person's access, which is asked for again when the address is used.
import type { FastifyRequest } from 'fastify'
import type { Actor } from './ctx.ts'
import { notFound } from './errors.ts'
import type { Signer } from './signing.ts'

const PURPOSE = 'download'
const LIFE_SECONDS = 600

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)
const signedText = (path: string, userId: string, expires: number): string => `${userId} ${expires} ${path}`

/** The path, below this server's origin, as an address that works for 10 minutes. */
export function signUrl(signer: Signer, path: string, { userId, now }: { userId: string; now: Date }): string {
  const expires = seconds(now) + LIFE_SECONDS
  return `${path}?expires=${expires}&signature=${userId}.${signer.sign(PURPOSE, signedText(path, userId, expires))}`
}

/** The person a signed address was given to, who may only read; 404 when the signature is wrong or too old. */
export function actorOfSignature(signer: Signer, request: FastifyRequest, now: Date): Actor {
  const { expires, signature } = request.query as Record<string, unknown>
  const [userId = '', mac = ''] = String(signature).split('.')
  const [path = ''] = request.url.split('?')
  const valid = signer.verify(PURPOSE, signedText(path, userId, Number(expires)), mac)
  if (!valid || Number(expires) < seconds(now)) throw notFound('File')
  return { id: userId, name: '', scope: 'read', via: { kind: 'session' }, credential_id: '', run_id: null }
}
