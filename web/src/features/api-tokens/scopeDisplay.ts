import { TOKEN_SCOPES, type TokenScope } from '@cairn/contract/rules/permissions'
import type { Tone } from '../../ui/Badge.tsx'

interface ScopeLook {
  label: string
  /** What a token with this scope may do. */
  hint: string
  tone: Tone
}

/** Green, yellow and red. */
export const SCOPE_LOOK: Record<TokenScope, ScopeLook> = {
  read: { label: 'Read', hint: 'View your plans and everything in them.', tone: 'done' },
  write: { label: 'Write', hint: 'Read, plus create and edit plans, nodes, logs and files.', tone: 'sequence' },
  admin: { label: 'Admin', hint: 'Write, plus share, delete and transfer plans.', tone: 'blocked' },
}

/** Returns the scope and every scope that it includes. */
export const scopesUpTo = (scope: TokenScope): TokenScope[] => TOKEN_SCOPES.slice(0, TOKEN_SCOPES.indexOf(scope) + 1)
