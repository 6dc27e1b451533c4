import { scopeAllows, type TokenScope } from '@cairn/contract/rules/permissions'

interface Recipe {
  title: string
  /** What the token must allow for this to work. */
  scope: TokenScope
  /** Ready to paste. `url` is this server, without a slash at the end. */
  code: (url: string, token: string) => string
}

/** How programs use a token: one entry for each way that this server offers. */
const RECIPES: readonly Recipe[] = [
  {
    title: 'List your plans with curl',
    scope: 'read',
    code: (url, token) => `curl '${url}/api/plans' \\\n  -H 'Authorization: Bearer ${token}'`,
  },
  {
    title: 'Create a plan with curl',
    scope: 'write',
    code: (url, token) =>
      `curl '${url}/api/plans' \\\n  -H 'Authorization: Bearer ${token}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"title": "My plan"}'`,
  },
]

/** Those that a token with this scope can follow. */
export const recipesFor = (scope: TokenScope): readonly Recipe[] =>
  RECIPES.filter((recipe) => scopeAllows(scope, recipe.scope))
