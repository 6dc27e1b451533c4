import { scopeAllows, type TokenScope } from '@cairn/contract/rules/permissions'

interface Recipe {
  title: string
  /** The scope that the token needs. */
  scope: TokenScope
  /** Returns a command ready to paste. `url` is this server, without a trailing slash. */
  code: (url: string, token: string) => string
}

/** Examples of how programs use a token. */
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

/** Returns the examples that work with this scope. */
export const recipesFor = (scope: TokenScope): readonly Recipe[] =>
  RECIPES.filter((recipe) => scopeAllows(scope, recipe.scope))
