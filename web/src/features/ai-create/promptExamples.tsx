import { GraduationCap, type LucideIcon, Megaphone, Rocket, Smartphone } from 'lucide-react'

/** Example prompts. */
export const PROMPT_EXAMPLES: readonly { label: string; Icon: LucideIcon; prompt: string }[] = [
  {
    label: 'Mobile app',
    Icon: Smartphone,
    prompt:
      'Build a mobile app for iOS and Android that helps people keep up small daily habits, with reminders and streaks. ' +
      'We are two developers and a designer, and want a public beta before the store launch.',
  },
  {
    label: 'Product launch',
    Icon: Rocket,
    prompt:
      'Launch a new note-taking product for small teams: positioning, pricing, website, press and a launch day, ' +
      'with a beta beforehand and a review of the numbers two weeks after.',
  },
  {
    label: 'Online course',
    Icon: GraduationCap,
    prompt:
      'Create an online course that teaches beginners to take better photos: outline the lessons, script and record them, ' +
      'set up the platform, find the first fifty students and collect their feedback.',
  },
  {
    label: 'Marketing campaign',
    Icon: Megaphone,
    prompt:
      'Run a marketing campaign for a bakery that opens a second shop: budget, social media, a local partner, ' +
      'an opening event, and a way to measure what brought customers in.',
  },
]
