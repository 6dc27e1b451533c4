import { TokensSection } from '../features/api-tokens/TokensSection.tsx'
import { CalendarSection } from '../features/calendar/CalendarSection.tsx'
import { ConnectSection } from '../features/connect-assistant/ConnectSection.tsx'
import { ConnectedAppsSection } from '../features/connected-apps/ConnectedAppsSection.tsx'
import { DeleteAccountSection } from '../features/delete-account/DeleteAccountSection.tsx'
import { SessionsSection } from '../features/sessions/SessionsSection.tsx'
import { usePageTitle } from '../lib/pageTitle.ts'
import { PageSection } from '../ui/PageSection.tsx'
import { TextLink } from '../ui/TextLink.tsx'

/** /settings: assistants, API tokens, connected apps, calendar, security, sessions and account deletion. */
export function SettingsPage() {
  usePageTitle('Settings')
  return (
    <div className="mx-auto flex w-full max-w-220 flex-1 flex-col gap-10 px-4 py-8 sm:px-6">
      <header>
        <h1 className="font-semibold text-28">Settings</h1>
        <p className="mt-1 text-muted">Assistants, API tokens, connected apps, calendar, security and sessions.</p>
      </header>
      <ConnectSection />
      <TokensSection />
      <ConnectedAppsSection />
      <CalendarSection />
      <PageSection title="Security" text="Your email, password, two-factor authentication and recovery codes.">
        <p className="text-13">
          <TextLink to="/profile#security">Open Security Settings in your profile</TextLink>
        </p>
      </PageSection>
      <SessionsSection />
      <DeleteAccountSection />
    </div>
  )
}
