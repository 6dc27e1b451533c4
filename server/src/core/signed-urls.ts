// Short-lived URLs that open one file without a header, for images and downloads. A signature acts for the credential
// that requested it: it ends with that credential, and access is checked again on use.
import type { Via } from '@cairn/contract/api/common'
import { notFound } from '../base/errors.ts'
import type { Actor } from './ctx.ts'
import type { Signer } from './signing.ts'

const PURPOSE = 'download'
const LIFE_SECONDS = 600

export interface SignedCredential {
  kind: Via['kind']
  id: string
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)
const signedText = (path: string, credential: string, expires: number): string => `${credential} ${expires} ${path}`

/** Signs a path of this server as a URL that is valid for 10 minutes. */
export function signUrl(signer: Signer, path: string, { actor, now }: { actor: Actor; now: Date }): string {
  const expires = seconds(now) + LIFE_SECONDS
  const credential = `${actor.via.kind}-${actor.credential_id}`
  return `${path}?expires=${expires}&signature=${credential}.${signer.sign(PURPOSE, signedText(path, credential, expires))}`
}

/** The credential that a signed URL was issued to; 404 if the signature is invalid or expired. */
export function credentialOfSignature(
  signer: Signer,
  { url, query }: { url: string; query: unknown },
  now: Date,
): SignedCredential {
  const { expires, signature } = query as Record<string, unknown>
  const [credential = '', mac = ''] = String(signature).split('.')
  const [path = ''] = url.split('?')
  const valid = signer.verify(PURPOSE, signedText(path, credential, Number(expires)), mac)
  if (!valid || Number(expires) < seconds(now)) throw notFound('File')
  const [kind = ''] = credential.split('-', 1)
  return { kind: kind as Via['kind'], id: credential.slice(kind.length + 1) }
}
