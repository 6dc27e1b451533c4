import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

/** Explains account deletion and opens the dialog for it. */
export function DeleteAccountSection() {
  const [isAsking, setAsking] = useState(false)
  return (
    <PageSection
      title="Delete account"
      anchor="delete-account"
      text="Permanently delete your account. This can’t be undone."
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-10 border border-blocked-fill/40 bg-surface py-3 pr-3 pl-4">
        <p className="min-w-60 flex-1 text-13">
          Plans only you can access are deleted. What you wrote in other people’s plans stays, attributed to “Deleted
          user”.
        </p>
        <Button size="sm" className="text-blocked-ink!" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </PageSection>
  )
}
