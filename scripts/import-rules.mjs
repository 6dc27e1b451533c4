// Who may import whom. Paths are relative to the repository; a package appears as node_modules/<name>/<subpath>.

/**
 * @typedef {object} ImportRule An import that starts in `from` (and not in `except`) must not reach `to` (unless it is in `allow`).
 * @property {string} name
 * @property {string} reason what to do instead, shown with the violation
 * @property {RegExp} from
 * @property {RegExp} [except]
 * @property {RegExp} to
 * @property {RegExp} [allow] `$1` stands for what the first group of `from` has matched
 */

const TEST = /\.test\.tsx?$|\/test\/|vitest\.config\.ts$/

/** @type {ImportRule[]} */
export const importRules = [
  {
    name: 'contract-is-a-leaf',
    reason: 'The contract uses zod and itself only: no I/O, no clock, no randomness.',
    from: /^contract\/src\//,
    except: TEST,
    to: /^/,
    allow: /^contract\/|^node_modules\/zod\//,
  },
  {
    name: 'web-never-sees-server',
    reason: 'The web application knows the contract and HTTP, nothing of the server.',
    from: /^web\//,
    to: /^server\//,
  },
  {
    name: 'server-never-sees-web',
    reason: 'The server serves files; it knows nothing of what is in them.',
    from: /^server\//,
    to: /^web\//,
  },
  {
    name: 'journeys-use-the-public-surface',
    reason: 'Journeys and measurements talk to the product by HTTP and the page; only types come from the contract.',
    // A layout is a pure function, and is measured as one.
    from: /^(e2e\/|bench\/(?!workspace\/layOutOnce\.mjs))/,
    to: /^(server|web)\//,
  },
  {
    name: 'only-repos-use-kysely',
    reason: 'SQL lives in *.repo.ts and db/; transactions in core/write-queue.ts.',
    from: /^server\/src\//,
    except: /\.repo\.ts$|^server\/src\/(db\/|core\/write-queue\.ts$)|\.test\.ts$/,
    to: /^node_modules\/kysely\//,
  },
  {
    name: 'only-edges-use-fastify',
    reason: 'Commands, queries, repos, access and tools know nothing of HTTP.',
    from: /\.(commands|queries|repo|access|tools)\.ts$/,
    to: /^node_modules\/(@fastify|fastify|ws)\//,
  },
  {
    name: 'use-cases-do-not-call-faces',
    reason: 'Routes and tools call commands and queries, never the other way round.',
    from: /\.(commands|queries|repo|access)\.ts$/,
    to: /\.(routes|tools|socket)\.ts$/,
  },
  {
    name: 'faces-go-through-use-cases',
    reason: 'Routes, tools and sockets call commands or queries, never a repo.',
    from: /\.(routes|tools|socket)\.ts$/,
    to: /\.repo\.ts$/,
  },
  {
    name: 'repos-are-private',
    reason: 'Ask another feature through its queries, commands or access.',
    from: /^server\/src\/features\/([^/]+)\//,
    except: /\.test\.ts$/,
    to: /^server\/src\/features\/[^/]+\/.*\.repo\.ts$/,
    allow: /^server\/src\/features\/$1\//,
  },
  {
    name: 'core-is-below-features',
    reason: 'core, db, realtime, mcp and providers know no feature.',
    from: /^server\/src\/(core|db|realtime|mcp|providers)\//,
    except: /\.test\.ts$/,
    to: /^server\/src\/features\//,
  },
  {
    name: 'web-features-are-islands',
    reason: 'Pages compose features; data/ is what they share.',
    from: /^web\/src\/features\/([^/]+)\//,
    to: /^web\/src\/features\//,
    allow: /^web\/src\/features\/$1\//,
  },
  {
    name: 'web-flows-down',
    reason: 'app, then pages, then features, then data, then ui and lib.',
    from: /^web\/src\/(features|data|ui|lib)\//,
    to: /^web\/src\/(app|pages)\//,
  },
  {
    name: 'web-pages-below-app',
    reason: 'app composes pages.',
    from: /^web\/src\/pages\//,
    except: TEST,
    to: /^web\/src\/app\//,
  },
  {
    name: 'web-data-below-features',
    reason: 'What is shared sits below what shares it.',
    from: /^web\/src\/(data|ui|lib)\//,
    to: /^web\/src\/features\//,
  },
  {
    name: 'ui-is-dumb',
    reason: 'ui and lib know no product data.',
    from: /^web\/src\/(ui|lib)\//,
    to: /^web\/src\/data\//,
  },
  {
    name: 'test-only-from-tests',
    reason: 'What supports tests is not part of the product.',
    from: /^(server|web|contract)\/src\//,
    except: TEST,
    to: /^server\/test\/|^web\/src\/test\/|\.test\.tsx?$/,
  },
]
