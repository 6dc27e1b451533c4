// The texts of the specification (points 2, 4, 5, 8), word for word: each stands somewhere in what people see.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** By screen. `…` stands for a part that is filled in. */
const TEXTS = {
  shell: ['My Plans', 'Profile', 'Settings', 'Logout', 'Unexpected Application Error!', 'Loading chunk … failed'],
  'my plans': [
    'Loading your plans...',
    '… in your workspace',
    'Create your first plan to get started',
    'Create with AI',
    'Create Manually',
    'Search plans...',
    'Start Your Planning Journey',
    'AI-Powered Creation',
    'Manual Creation',
    'Product Launch',
    'Team Project',
    'Sprint Planning',
    'Growth Strategy',
    'No plans found',
    'Try adjusting your search or filters',
    'No nodes yet',
  ],
  'create plan': ['Create Plan', 'Cancel', 'Failed to create plan'],
  'AI create': [
    'Creating your plan...',
    'Understanding requirements',
    'Structuring phases',
    'Creating tasks and milestones',
    'Setting up timeline',
    'Finalizing',
    'Error: …',
    'Failed to generate plan. Please try again.',
    'AI generation failed: …',
    'Invalid JSON response from AI',
  ],
  'plan workspace': [
    'Loading your plan...',
    'Plan not found',
    "The requested plan doesn't exist or you don't have access.",
    'Create Your First Node',
    'No nodes in this plan yet',
    'Add Node',
    'Create New Node',
    'Plan Structure',
    'Done',
    'Active',
    'Blocked',
    'Plan Insights',
    'Quick Stats',
    'Recent Activity',
    'Plan Details',
    'No recent activity',
    'Agent Instructions',
    'Untitled Node',
    'Share Plan',
    'Please enter an email address',
    'Please enter a valid email address',
    'This person already has access to the plan',
    'Failed to add collaborator',
    'No collaborators yet',
    'No logs yet. Add your first log entry!',
    'No files uploaded yet.',
    'No activity yet. Start by adding a log entry or uploading a file.',
    'No agent instructions defined',
    'Failed to save agent instructions. Please try again.',
    'just now',
  ],
} as const satisfies Record<string, readonly string[]>

const ROOT = path.join(import.meta.dirname, '../../..')
const SOURCES = ['web/src', 'contract/src', 'server/src'].flatMap(sourcesIn).join('\n')

/** Without comments, and with the lines of a wrapped text joined. */
function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^test\//.test(name))
    .map((name) => readFileSync(path.join(ROOT, folder, name), 'utf8'))
    .map((code) => code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '').replace(/\s+/g, ' '))
}

/** As a text stands in code: with a value, or nothing more, in the place of each `…`. */
const asPattern = (text: string): RegExp =>
  new RegExp(
    text
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.{0,60}?'),
  )

it.each(Object.entries(TEXTS).flatMap(([screen, texts]) => texts.map((text) => [screen, text] as const)))(
  '%s says ‘%s’',
  (_, text) => {
    expect(asPattern(text).test(SOURCES)).toBe(true)
  },
)
