import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type ESTree, type Plugin } from 'vite'

/** The API of a development server; `vite` serves the app itself and passes everything else on. */
const API = 'http://127.0.0.1:3000'

/**
 * Writes plan.html beside index.html: the same page, whose head names the code of the plan workspace, the largest of all pages. It
 * travels while the first code runs, instead of after it. The server answers with it where a plan is asked for.
 */
function planDocument(): Plugin {
  const PARTS = ['src/app/AppShell.tsx', 'src/pages/plan/PlanPage.tsx']
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
      for (const part of PARTS) {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(part))
        if (!chunk) this.error(`${part} has no file of its own`)
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

/** The graph animates its zoom, which is numbers alone; the animations of its library would bring every notation of colors along. */
function noColors(): Plugin {
  const ID = '\0no-colors'
  return {
    name: 'no-colors',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'd3-color' ? ID : null),
    load: (id) =>
      id === ID
        ? 'export const color = () => null\nexport { color as cubehelix, color as hcl, color as hsl, color as lab, color as rgb }'
        : null,
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
 * The built app takes the endpoints' rows without descriptions and schemas, and no schema that nothing refers to any more: together with
 * them the rows would be a twentieth of what opening a plan loads.
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
            if (init?.type !== 'CallExpression') continue
            edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' })
            edits.push({ start: init.end, end: init.end, text: ')()' })
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

export default defineConfig({
  plugins: [react(), tailwindcss(), zodStub(), noColors(), productionRouter(), shortRows(), planDocument()],
  // The contract is read from its sources, so that a change there needs no build.
  resolve: { conditions: ['cairn-source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/api': { target: API, ws: true }, '/.well-known': API, '^/oauth/(?!authorize)': API } },
  build: {
    target: 'es2022',
    // Never as data: URLs, which the Content-Security-Policy does not allow for fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Libraries wrap components that nobody here draws, such as React Flow's own minimap; without this they would all be kept.
      treeshake: { manualPureFunctions: ['createContext', 'forwardRef', 'memo'] },
      output: {
        // A file for every few modules that the same pages share is some fifty requests for a page, and they take longer than their bytes:
        // what every page needs is one file, and small shared ones are joined with their neighbours.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // What every page shows; joined with its neighbors, it would bring dialogs, menus and toasts to /login, and screens of sign-in to the others.
            {
              name: 'controls',
              test: /src\/ui\/(Checkbox|Field|IconButton|Notice|PasswordInput|Segmented|Skeleton|TextInput|TextLink|ThemeToggle)\.tsx|src\/data\/logOut\.ts/,
              priority: 1,
            },
            // Where toasts are. Joined with its neighbors, it would bring dialogs to every page.
            {
              name: 'toasts',
              test: /src\/ui\/(Toast\.tsx|toastQueue\.ts|toastOffset\.ts)/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Joined with its small neighbors, this dialog would bring all that dialogs need to a plan that shows none.
            {
              name: 'dialogs',
              test: /src\/ui\/(Dialog|RenameDialog)\.tsx/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // What cards share with panels. Joined with its neighbors, it would bring drafts by AI to every graph.
            {
              name: 'cards',
              test: /src\/lib\/plainText\.ts|icons\/arrow-down\./,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // What the pages of sign-in share. Joined with its neighbors, it would bring parts of a plan to /login.
            {
              name: 'sign-in',
              test: /src\/lib\/signInState\.ts|sign-in\/AuthCard\.tsx/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Joined with its small neighbours, this field would bring the library of forms to every page.
            {
              name: 'forms',
              test: /react-hook-form|NewPasswordFields/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_500 },
          ],
        },
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
})
