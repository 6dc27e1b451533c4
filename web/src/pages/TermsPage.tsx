import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { usePageTitle } from '../lib/pageTitle.ts'
import { useSession } from '../lib/session.ts'
import { TextLink } from '../ui/TextLink.tsx'

const TERMS = [
  {
    title: 'Who runs this',
    text: 'Cairn is software that people and organizations run on their own servers. The operator of this server decides who may use it and answers your questions.',
  },
  {
    title: 'Your content',
    text: 'What you write and upload stays yours. The people you share a plan with see it, and their role decides what they can change. The operator of the server can read what is stored on it.',
  },
  {
    title: 'Your account',
    text: 'Keep your password and your API tokens to yourself. What a script or an agent does with one of your tokens counts as done by you.',
  },
  {
    title: 'What is stored',
    text: 'Your name, email and organization, your plans and files, and a security log of sign-ins with IP addresses. When you create a plan with AI, your prompt goes to the AI service that this server uses, if it uses one.',
  },
  {
    title: 'Leaving',
    text: 'You can delete your account under Settings. Plans only you can access are deleted with it. What you wrote in other people’s plans stays, without your name.',
  },
  {
    title: 'No warranty',
    text: 'Cairn comes as it is. Keep copies of what you can’t afford to lose, and only upload what you have the right to share.',
  },
] as const

/** /terms: the terms that new accounts accept. */
export function TermsPage() {
  usePageTitle('Terms and conditions')
  const wayOn = useSession() ? (
    <TextLink to="/plans">My Plans</TextLink>
  ) : (
    <TextLink to="/register">Create an account</TextLink>
  )
  return (
    <AuthCard title="Terms and conditions" footer={wayOn}>
      <div className="flex flex-col gap-4">
        {TERMS.map(({ title, text }) => (
          <section key={title}>
            <h2 className="font-medium">{title}</h2>
            <p className="mt-0.5 text-13 text-muted">{text}</p>
          </section>
        ))}
      </div>
    </AuthCard>
  )
}
