import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type ESTree, type Plugin } from 'vite'

/** The API of a development server; `vite` serves the app itself and passes everything else on. */
const API = 'http://127.0.0.1:3000'

const SHELL = 'src/app/AppShell.tsx'
const PLAN = 'src/pages/plan/PlanPage.tsx'
const GRAPH = 'src/features/graph/PlanGraph.tsx'
const LOGIN = 'src/pages/LoginPage.tsx'
const LUCIDE = /lucide-react/

/** The pages that import each of our modules, without what they load later. The graph counts as a page. */
const pagesOf = new Map<string, Set<string>>()
const isIn = (id: string, ...pages: string[]) => pages.some((page) => pagesOf.get(id)?.has(page))
const isOnOtherPages = (id: string) => [...(pagesOf.get(id) ?? [])].some((page) => page !== PLAN && page !== GRAPH)

/**
 * Writes plan.html beside index.html: the same page, whose head names the code of the plan workspace, the largest of all pages. It
 * travels while the first code runs, instead of after it. The server answers with it where a plan is asked for.
 */
function planDocument(): Plugin {
  return {
    name: 'plan-document',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const html = bundle['index.html']
      if (html?.type !== 'asset') this.error('index.html is not there yet')
      const wanted = new Set<string>()
      const want = (fileName: string) => {
        if (wanted.has(fileName)) return
        wanted.add(fileName)
        chunks.find((chunk) => chunk.fileName === fileName)?.imports.forEach(want)
      }
      for (const part of [SHELL, PLAN]) {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(part)))
        if (!chunk) this.error(`${part} is in no file`)
        want(chunk.fileName)
      }
      const source = String(html.source)
      const links = [...wanted]
        .filter((fileName) => !source.includes(fileName))
        .map((fileName) => `    <link rel="modulepreload" crossorigin href="/${fileName}">\n`)
      this.emitFile({
        type: 'asset',
        fileName: 'plan.html',
        source: source.replace('  </head>', () => `${links.join('')}  </head>`),
      })
    },
  }
}

/** The built app takes the contract without its schemas; tests, which check every call against them, take zod itself. */
function zodStub(): Plugin {
  const file = fileURLToPath(new URL('src/lib/zodStub.ts', import.meta.url))
  return {
    name: 'inert-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod' ? file : null),
  }
}

/** The router names its development build for both; its other build is without warnings for developers. */
function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(\/dom)?$/ },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true })
        return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') }
      },
    },
  }
}

/** What the server and the reference read in an endpoint's row, and the browser does not. */
const SERVER_FIELDS = new Set(
  'summary params query body reply variants reply_headers refusals events also_status versioned trashed signed'.split(
    ' ',
  ),
)

/**
 * Removes descriptions and schemas from the endpoints' rows, and then the unused schemas, from the built app. They would
 * be a twentieth of what opening a plan loads.
 */
function shortRows(): Plugin {
  return {
    name: 'short-rows',
    apply: 'build',
    transform: {
      filter: { id: /contract\/src\/api\/\w+\.ts$/ },
      handler(code) {
        const edits: { start: number; end: number; text: string }[] = []
        const shorten = (node: unknown): void => {
          if (typeof node !== 'object' || node === null) return
          if ('type' in node && node.type === 'ObjectExpression')
            edits.push(...withoutServerFields(node as ESTree.ObjectExpression))
          else for (const part of Object.values(node)) shorten(part)
        }
        for (const statement of this.parse(code).body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            if (init?.type === 'ObjectExpression') shorten(init.properties)
            else if (init?.type !== 'CallExpression') continue
            // A table may call builders of schemas, too.
            edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' })
            edits.push({ start: init.end, end: init.end, text: '))()' })
          }
        }
        edits.sort((a, b) => b.start - a.start)
        return {
          code: edits.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code),
          map: null,
        }
      },
    },
  }
}

/** The cuts that take those fields out of a row. */
function withoutServerFields({ properties, end }: ESTree.ObjectExpression) {
  const names = properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '',
  )
  if (!names.includes('method') || !names.includes('path')) return []
  return properties.flatMap(({ start }, index) =>
    SERVER_FIELDS.has(names[index] ?? '') ? [{ start, end: properties[index + 1]?.start ?? end - 1, text: '' }] : [],
  )
}

/** Fills `pagesOf`. */
function pageModules(): Plugin {
  return {
    name: 'page-modules',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const ids = [...this.getModuleIds()]
      const named = (end: string) => ids.find((id) => id.endsWith(end)) ?? this.error(`${end} is not there`)
      const visit = (id: string, page: string) => {
        const pages = pagesOf.get(id) ?? new Set()
        if (id.includes('node_modules') || pages.has(page)) return
        pagesOf.set(id, pages.add(page))
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported, page)
      }
      const routed = this.getModuleInfo(named('src/app/router.tsx'))?.dynamicallyImportedIds ?? []
      for (const id of [...routed, named(GRAPH)]) visit(id, id.slice(id.indexOf('src/')))
    },
  }
}

/** One file for all modules that the same pages need, joined with the next one if it is small. */
const shared = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 5_000 }

export default defineConfig({
  plugins: [react(), tailwindcss(), zodStub(), productionRouter(), shortRows(), pageModules(), planDocument()],
  // The contract is read from its sources, so that a change there needs no build.
  resolve: { conditions: ['cairn-source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/api': { target: API, ws: true }, '/.well-known': API, '^/oauth/(?!authorize)': API } },
  build: {
    target: 'es2022',
    // Never as data: URLs, which the Content-Security-Policy does not allow for fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // The file of each icon reads a property and does nothing with it. Without this, the build would keep the reads.
        propertyReadSideEffects: false,
      },
      output: {
        // A file for every few modules that the same pages share is some fifty requests for a page. They take longer than their bytes, and
        // many small files compress worse than one. So what every page needs is one file, what a plan shares with other pages another, and
        // what only a plan needs a third. Modules are joined within their group only, so that what a plan shows never brings dialogs along.
        // Libraries follow the modules that import them.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 8 },
            // Any two pages have icons in common. If such an icon were in the file of one page, the other would load that whole file.
            // Those that many pages use are in a file of their own, because the login page needs no others.
            { name: 'common-icons', test: LUCIDE, minShareCount: 6, priority: 7 },
            { name: 'icons', test: LUCIDE, minShareCount: 2, priority: 6 },
            { ...shared, name: 'common', test: (id) => isIn(id, LOGIN), priority: 5 },
            { name: 'pages', test: (id) => isIn(id, SHELL, PLAN, GRAPH) && isOnOtherPages(id), priority: 4 },
            { name: 'workspace', test: (id) => isIn(id, PLAN), priority: 3 },
            { name: 'graph', test: (id) => isIn(id, GRAPH), priority: 2 },
            { ...shared, name: 'other-pages', test: (id) => pagesOf.has(id), priority: 1 },
            { ...shared, name: 'parts' },
          ],
        },
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
})
