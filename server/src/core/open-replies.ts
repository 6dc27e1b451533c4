// Replies that take long to send: files, exports and event streams. They end with the access that they rely on.
import { type AccessRevocation, reliesOn } from './access-revocation.ts'

export interface OpenReply {
  user_id: string
  credential_id: string
  /** The plan of the path; null without one. */
  plan_id: string | null
  /** Called at most once. */
  end(revocation: AccessRevocation): void
}

export class OpenReplies {
  readonly #replies = new Set<OpenReply>()

  /** Returns the function to call once the reply is sent. */
  add(reply: OpenReply): () => void {
    this.#replies.add(reply)
    return () => this.#replies.delete(reply)
  }

  /** Ends the replies that relied on the revoked access. */
  revokeAccess(revocation: AccessRevocation): void {
    for (const reply of this.#replies)
      if (reliesOn(revocation, reply)) {
        this.#replies.delete(reply)
        reply.end(revocation)
      }
  }
}
