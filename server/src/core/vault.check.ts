import { OperatorError } from '../base/errors.ts'
import type { Db } from '../db/schema.ts'
import { listTwoFactorSecrets, listWebhookSecrets } from './vault.repo.ts'
import { sealedFor, type Vault } from './vault.ts'

/** After a replaced secret, some of the newest texts are soon sealed with the new one. */
const SAMPLE = 20

/**
 * Throws `OperatorError` if texts are sealed in the database and the vault opens none of them, so that the server has
 * another secret than before. Without the check, two-factor codes would be wrong and webhooks unsigned.
 */
export async function requireSameSecret(db: Db, vault: Vault): Promise<void> {
  const people = await listTwoFactorSecrets(db, SAMPLE)
  const webhooks = await listWebhookSecrets(db, SAMPLE)
  const opened = [
    ...people.map(({ id, sealed }) => vault.open(sealedFor.twoFactor(id), sealed)),
    ...webhooks.map(({ id, sealed }) => vault.open(sealedFor.webhook(id), sealed)),
  ]
  if (opened.length > 0 && opened.every((text) => text === null))
    throw new OperatorError(
      'The server has another secret than before: it cannot decrypt the two-factor and webhook secrets in the database. Set the former CAIRN_SECRET, or put the former file "secret" back into the data folder. If it is lost, set CAIRN_SECRET_REPLACED=on: people with two-factor authentication then need a recovery code to sign in, and every webhook needs a new secret.',
    )
}
