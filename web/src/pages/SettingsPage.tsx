import { TokensSection } from '../features/api-tokens/TokensSection.tsx'
import { DeleteAccountSection } from '../features/delete-account/DeleteAccountSection.tsx'
import { SecuritySection } from '../features/security/SecuritySection.tsx'
import { SessionsSection } from '../features/sessions/SessionsSection.tsx'
import { usePageTitle } from '../lib/pageTitle.ts'

/** /settings: how this person's account is reached, section by section. */
export function SettingsPage() {
  usePageTitle('Settings')
  return (
    <div className="mx-auto flex w-full max-w-220 flex-1 flex-col gap-10 px-4 py-8 sm:px-6">
      <header>
        <h1 className="font-semibold text-28">Settings</h1>
        <p className="mt-1 text-muted">Who and what may act for you.</p>
      </header>
      <TokensSection />
      <SecuritySection title="Security" />
      <SessionsSection />
      <DeleteAccountSection />
    </div>
  )
}
