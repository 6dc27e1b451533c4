import type { Migration } from 'kysely'
import * as first from './20261122-first.ts'
import * as comments from './20261123-comments.ts'
import * as undo from './20261123-undo.ts'
import * as watches from './20261123-watches.ts'
import * as oauth from './20261124-oauth.ts'
import * as oauthChanges from './20261124-oauth-changes.ts'
import * as runs from './20261124-runs.ts'
import * as trash from './20261124-trash.ts'
import * as trustedInstructions from './20261124-trusted-instructions.ts'
import * as calendars from './20261125-calendars.ts'
import * as claims from './20261125-claims.ts'
import * as webhooks from './20261125-webhooks.ts'
import * as claimEnds from './20261126-claim-ends.ts'
import * as credentialLimits from './20261126-credential-limits.ts'
import * as oauthClients from './20261126-oauth-clients.ts'
import * as parents from './20261126-parents.ts'
import * as waitingEdges from './20261126-waiting-edges.ts'
import * as webhookSecrets from './20261126-webhook-secrets.ts'
import * as nodeWords from './20261127-node-words.ts'
import * as openDue from './20261127-open-due.ts'
import * as shownPeople from './20261128-shown-people.ts'
import * as logVia from './20261129-log-via.ts'
import * as deliveryStatus from './20261130-delivery-status.ts'
import * as eventStatistics from './20261201-event-statistics.ts'
import * as revocations from './20261202-revocations.ts'
import * as claimEnders from './20261203-claim-enders.ts'

/** Every migration in order; a new one is added at the end and none is edited once released. */
export const migrations: Record<string, Migration> = {
  '20261122-first': first,
  '20261123-comments': comments,
  '20261123-undo': undo,
  '20261123-watches': watches,
  '20261124-runs': runs,
  '20261124-trusted-instructions': trustedInstructions,
  '20261124-oauth': oauth,
  '20261124-oauth-changes': oauthChanges,
  '20261124-trash': trash,
  '20261125-calendars': calendars,
  '20261125-claims': claims,
  '20261125-webhooks': webhooks,
  '20261126-claim-ends': claimEnds,
  '20261126-oauth-clients': oauthClients,
  '20261126-webhook-secrets': webhookSecrets,
  '20261126-parents': parents,
  '20261126-credential-limits': credentialLimits,
  '20261126-waiting-edges': waitingEdges,
  '20261127-node-words': nodeWords,
  '20261127-open-due': openDue,
  '20261128-shown-people': shownPeople,
  '20261129-log-via': logVia,
  '20261130-delivery-status': deliveryStatus,
  '20261201-event-statistics': eventStatistics,
  '20261202-revocations': revocations,
  '20261203-claim-enders': claimEnders,
}
