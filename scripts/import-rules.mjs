// Which modules may import which. Everything not listed is rejected. Paths are relative to the repository; a package is
// node_modules/<name>/<subpath>.

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {RegExp} files Every module of the product belongs to exactly one layer.
 * @property {string[]} uses other layers whose modules it may import
 * @property {string[]} packages npm packages it may import; a name ending in `/` means all packages of that scope
 * @property {boolean} [node] whether it may import modules of Node
 */

const WEB_PACKAGES = ['react', 'react-router', 'lucide-react']

/**
 * From the bottom up. A module may import its own layer, the layers in `uses` and the packages listed here.
 * @type {Layer[]}
 */
export const layers = [
  { name: 'contract', files: /^contract\/src\//, uses: [], packages: ['zod', 'node-diff3'] },

  {
    name: 'server/base',
    files: /^server\/src\/(base\/|paths\.ts$)/,
    uses: ['contract'],
    packages: ['fastq', 'uuid', 'zod', 'ipaddr.js'],
    node: true,
  },
  {
    name: 'server/db',
    files: /^server\/src\/db\//,
    uses: ['contract', 'server/base'],
    packages: ['kysely', 'pg', '@photostructure/sqlite'],
    node: true,
  },
  {
    name: 'server/providers',
    files: /^server\/src\/providers\//,
    uses: ['server/base'],
    packages: ['ai', '@ai-sdk/', '@aws-sdk/', 'nodemailer'],
    node: true,
  },
  {
    name: 'server/core',
    files: /^server\/src\/core\//,
    uses: ['contract', 'server/base', 'server/db', 'server/providers'],
    packages: ['kysely', 'lru-cache', 'zod'],
    node: true,
  },
  {
    name: 'server/http',
    files: /^server\/src\/http\//,
    uses: ['contract', 'server/base', 'server/db', 'server/core', 'server/providers'],
    packages: ['fastify', '@fastify/', 'pino', 'zod'],
    node: true,
  },
  {
    name: 'server/rooms',
    files: /^server\/src\/live\/(?!(socket|connection)\.ts$)/,
    uses: ['contract', 'server/base', 'server/db', 'server/core'],
    packages: ['kysely'],
    node: true,
  },
  {
    name: 'server/repos',
    files: /^server\/src\/features\/.*\.repo\.ts$/,
    uses: ['contract', 'server/base', 'server/db', 'server/core'],
    packages: ['kysely'],
  },
  {
    name: 'server/use-cases',
    files: /^server\/src\/features\/(?!.*\.(repo|routes)\.ts$)/,
    uses: ['contract', 'server/base', 'server/db', 'server/providers', 'server/core', 'server/repos'],
    packages: [
      'zod',
      'lru-cache',
      'otplib',
      '@node-rs/argon2',
      '@zxcvbn-ts/',
      'csv-parse',
      'ical-generator',
      'jose',
      'csv-stringify',
      '@streamparser/json',
      'yauzl',
      'yazl',
    ],
    node: true,
  },
  {
    name: 'server/routes',
    files: /^server\/src\/features\/.*\.routes\.ts$/,
    uses: ['contract', 'server/base', 'server/core', 'server/http', 'server/use-cases'],
    packages: ['fastify'],
  },
  {
    name: 'server/sockets',
    files: /^server\/src\/live\/(socket|connection)\.ts$/,
    uses: ['contract', 'server/base', 'server/core', 'server/http', 'server/rooms', 'server/use-cases'],
    packages: ['fastify', 'ws'],
    node: true,
  },
  {
    name: 'server/mcp',
    files: /^server\/src\/mcp\//,
    uses: ['contract', 'server/base', 'server/core', 'server/http', 'server/use-cases'],
    packages: ['fastify', '@modelcontextprotocol/', 'lru-cache', 'zod'],
  },
  {
    name: 'server/backup',
    files: /^server\/src\/backup\//,
    uses: ['server/base', 'server/db', 'server/providers'],
    packages: ['yauzl', 'yazl', 'zod', '@photostructure/sqlite'],
    node: true,
  },
  {
    name: 'server/programs',
    files: /^server\/src\/(app(\.api|\.jobs)?|main|backup|restore)\.ts$/,
    uses: [
      'contract',
      'server/base',
      'server/db',
      'server/providers',
      'server/core',
      'server/http',
      'server/rooms',
      'server/use-cases',
      'server/routes',
      'server/sockets',
      'server/mcp',
      'server/backup',
    ],
    packages: ['fastify'],
    node: true,
  },

  {
    name: 'web/lib',
    files: /^web\/src\/lib\//,
    uses: ['contract'],
    packages: ['react', 'react-router', 'eventsource-parser', 'zod'],
  },
  {
    name: 'web/ui',
    files: /^web\/src\/ui\//,
    uses: ['contract', 'web/lib'],
    packages: [...WEB_PACKAGES, 'react-dom', 'radix-ui', 'react-hook-form', 'sonner', 'cmdk', '@floating-ui/'],
  },
  {
    name: 'web/display',
    files: /^web\/src\/display\//,
    uses: ['contract', 'web/lib', 'web/ui'],
    packages: WEB_PACKAGES,
  },
  {
    name: 'web/data',
    files: /^web\/src\/data\//,
    uses: ['contract', 'web/lib'],
    packages: ['react', '@tanstack/react-query'],
  },
  {
    name: 'web/view-state',
    files: /^web\/src\/view-state\//,
    uses: ['contract', 'web/lib', 'web/data'],
    packages: ['react', 'react-router'],
  },
  {
    name: 'web/actions',
    files: /^web\/src\/actions\//,
    uses: ['contract', 'web/lib', 'web/ui', 'web/display', 'web/data', 'web/view-state'],
    packages: ['react', 'lucide-react', '@tanstack/react-query'],
  },
  {
    name: 'web/features',
    files: /^web\/src\/features\//,
    uses: ['contract', 'web/lib', 'web/ui', 'web/display', 'web/data', 'web/view-state', 'web/actions'],
    packages: [
      ...WEB_PACKAGES,
      'react-dom',
      'radix-ui',
      '@tanstack/react-query',
      'papaparse',
      'react-markdown',
      'rehype-sanitize',
      'remark-gfm',
      'cmdk',
      'react-easy-crop',
      'react-hook-form',
      'qrcode',
      'bowser',
    ],
  },
  {
    name: 'web/pages',
    files: /^web\/src\/pages\//,
    uses: ['contract', 'web/lib', 'web/ui', 'web/display', 'web/data', 'web/view-state', 'web/actions', 'web/features'],
    packages: [...WEB_PACKAGES, '@tanstack/react-query'],
  },
  {
    name: 'web/app',
    files: /^web\/src\/(app\/|main\.tsx$|styles\.css$)/,
    uses: [
      'contract',
      'web/lib',
      'web/ui',
      'web/display',
      'web/data',
      'web/view-state',
      'web/actions',
      'web/features',
      'web/pages',
    ],
    packages: [...WEB_PACKAGES, 'react-dom', '@tanstack/react-query'],
  },
]

/**
 * The features of the server from the bottom up, by their folder below server/src/features, each with the features it may
 * import: only those above it in this list, so features cannot form a cycle. What two of them need of each other belongs
 * in a feature below both, or in core/.
 * @type {Record<string, string[]>}
 */
export const features = {
  // Beside a node or a plan; they use no other feature.
  artifacts: [],
  calendar: [],
  'context-packs': [],
  'credential-limits': [],
  edges: [],
  maintenance: [],
  search: [],
  watches: [],
  webhooks: [],
  assignments: ['watches'],
  logs: ['watches'],
  'ready-tasks': ['edges'],
  trash: ['maintenance'],

  // Sharing and tasks.
  collaborators: ['assignments', 'calendar', 'logs', 'watches', 'webhooks'],
  nodes: ['assignments', 'edges', 'ready-tasks'],
  claims: ['assignments', 'edges', 'logs', 'nodes', 'ready-tasks'],

  // Signing in, and what acts for a person.
  'auth/identity': [],
  'auth/sessions': ['auth/identity'],
  'auth/two-factor': ['auth/identity', 'auth/sessions'],
  oauth: ['auth/identity', 'auth/sessions', 'credential-limits'],
  tokens: ['auth/identity', 'auth/sessions', 'credential-limits'],
  'auth/accounts': ['auth/identity', 'auth/sessions', 'auth/two-factor', 'calendar', 'collaborators'],

  // Whole plans.
  templates: ['edges', 'nodes'],
  plans: ['artifacts', 'assignments', 'collaborators', 'edges', 'logs', 'maintenance', 'nodes', 'templates', 'watches'],

  // On plans and everything in them.
  demo: ['assignments', 'auth/accounts', 'auth/sessions', 'edges', 'logs', 'nodes', 'plans'],
  'node-context': ['artifacts', 'assignments', 'edges', 'logs', 'nodes', 'plans'],
  transfer: ['artifacts', 'edges', 'nodes', 'plans'],
  undo: ['artifacts', 'assignments', 'edges', 'logs', 'nodes', 'plans'],
  users: ['auth/accounts', 'auth/identity', 'maintenance', 'plans'],
  activity: ['auth/sessions', 'plans', 'undo'],
  ai: ['activity', 'context-packs', 'logs', 'nodes', 'plans'],
}

/** Tests may import across layers. */
export const TEST = /\.test\.tsx?$|\/test\/|vitest\.config\.ts$|vite\.config\.ts$/

/**
 * @typedef {object} ImportRule Modules in `from` (without `except`) must not import `to` (without `allow`).
 * @property {string} name
 * @property {string} reason what to do instead, shown with the violation
 * @property {RegExp} from
 * @property {RegExp} [except]
 * @property {RegExp} to
 * @property {RegExp} [allow] `$1` is the match of the first group of `from`
 */

/**
 * Rules that layers cannot express.
 * @type {ImportRule[]}
 */
export const importRules = [
  {
    name: 'web-never-sees-server',
    reason: 'The web app must not import server code.',
    from: /^web\//,
    to: /^server\//,
  },
  {
    name: 'server-never-sees-web',
    reason: 'The server must not import web code.',
    from: /^server\//,
    to: /^web\//,
  },
  {
    name: 'journeys-use-the-public-surface',
    reason: 'Journeys and measurements use HTTP and the page and must not import server or web code.',
    // A layout is a pure function and is measured directly.
    from: /^(e2e\/|bench\/(?!workspace\/layOutOnce\.mjs))/,
    to: /^(server|web)\//,
  },
  {
    name: 'only-repos-use-kysely',
    reason: 'SQL belongs in *.repo.ts and db/.',
    from: /^server\/src\//,
    except: /\.repo\.ts$|^server\/src\/db\/|\.test\.ts$/,
    to: /^node_modules\/kysely\//,
  },
  {
    name: 'repos-are-private',
    reason: 'Use the queries or commands of the other feature.',
    from: /^server\/src\/features\/([^/]+)\//,
    except: /\.test\.ts$/,
    to: /^server\/src\/features\/.*\.repo\.ts$/,
    allow: /^server\/src\/features\/$1\//,
  },
  {
    name: 'web-features-are-islands',
    reason: 'Features must not import each other. They share data/, view-state/, node-dialogs/ and credential-limits/.',
    from: /^web\/src\/features\/([^/]+)\//,
    to: /^web\/src\/features\//,
    allow: /^web\/src\/features\/($1|node-dialogs|credential-limits)\//,
  },
  {
    name: 'test-only-from-tests',
    reason: 'Product code must not import test support.',
    from: /^(server|web|contract)\/src\//,
    except: TEST,
    to: /^server\/test\/|^web\/src\/test\/|\.test\.tsx?$/,
  },
]
