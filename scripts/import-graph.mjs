// Reads the modules of a source tree and their imports, types included, and checks them against rules.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/**
 * @typedef {object} Import
 * @property {string} from the importing file, relative to the tree
 * @property {string} to the imported file, `node_modules/<name>/<subpath>` or `node:<name>`
 * @property {number} line
 */

const SOURCE = /\.(ts|tsx|mts|mjs|js)$/
const IGNORED = new Set(['node_modules', 'dist', 'build'])

/**
 * Returns every source file in the folders and all their imports. Throws on syntax errors and on relative imports of
 * missing files.
 * @param {string} root
 * @param {string[]} folders
 */
export function readImports(root, folders) {
  const modules = folders.flatMap((folder) => listSources(root, folder)).sort()
  const imports = modules.flatMap((file) => readModule(root, file))
  return { modules, imports }
}

/**
 * Returns the source files in a folder, relative to the root.
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
export function listSources(root, folder) {
  if (!existsSync(path.join(root, folder))) return []
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : listSources(root, place)
    return SOURCE.test(entry.name) ? [place] : []
  })
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {Import[]}
 */
function readModule(root, file) {
  const source = readFileSync(path.join(root, file), 'utf8')
  const parsed = parseSync(file, source)
  const [error] = parsed.errors
  if (error) throw new Error(`${file} does not parse: ${error.message}`)

  /** @type {{ specifier: string, start: number }[]} */
  const found = []
  for (const { moduleRequest, start } of parsed.module.staticImports)
    found.push({ specifier: moduleRequest.value, start })
  for (const { entries, start } of parsed.module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest
    if (request) found.push({ specifier: request.value, start })
  }
  new Visitor({
    ImportExpression: ({ source: request, start }) => {
      if (request.type === 'Literal' && typeof request.value === 'string') {
        found.push({ specifier: request.value, start })
      }
    },
    TSImportType: ({ source: request, start }) => {
      found.push({ specifier: request.value, start })
    },
  }).visit(parsed.program)

  return found.map(({ specifier, start }) => ({
    from: file,
    to: resolve(root, file, specifier),
    line: source.slice(0, start).split('\n').length,
  }))
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} specifier
 */
function resolve(root, file, specifier) {
  const [bare = ''] = specifier.split('?')
  if (bare.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), bare)
    // Modules of dist exist only after a build; every other relative import must exist.
    if (!target.includes('/dist/') && !isFile(path.join(root, target))) {
      throw new Error(`${file} imports ${specifier}, which does not exist.`)
    }
    return target
  }
  if (bare.startsWith('@cairn/contract/')) return `contract/src/${bare.slice('@cairn/contract/'.length)}.ts`
  if (bare.startsWith('@cairn/')) return `${bare.slice('@cairn/'.length)}/`
  if (bare.startsWith('node:')) return bare
  return `node_modules/${bare}/`
}

/** @param {string} file */
function isFile(file) {
  return existsSync(file) && statSync(file).isFile()
}

/** The part of the tree that the layers cover. */
const LAYERED = /^(contract|server|web)\/src\//

/**
 * Returns modules in no layer or several, and imports that their layer does not allow, one sentence each.
 * @param {{ modules: string[], imports: Import[] }} tree
 * @param {import('./import-rules.mjs').Layer[]} layers
 * @param {RegExp} except modules to which layers do not apply
 */
export function findLayerProblems({ modules, imports }, layers, except) {
  /** @param {string} file */
  const layersOf = (file) => layers.filter((layer) => layer.files.test(file))
  const misplaced = modules
    .filter((file) => LAYERED.test(file) && !except.test(file) && layersOf(file).length !== 1)
    .map((file) => `${file} belongs to ${layersOf(file).length} layers (scripts/import-rules.mjs).`)
  const refused = imports.flatMap(({ from, to, line }) => {
    const [layer] = except.test(from) ? [] : layersOf(from)
    if (!layer || mayImport(layer, to, layersOf(to)[0])) return []
    return [`${from}:${line} → ${to}  ${layer.name} may not use this (scripts/import-rules.mjs).`]
  })
  return [...misplaced, ...refused]
}

/**
 * @param {import('./import-rules.mjs').Layer} layer
 * @param {string} to
 * @param {import('./import-rules.mjs').Layer | undefined} target
 */
function mayImport(layer, to, target) {
  if (to.startsWith('node:')) return layer.node === true
  if (to.startsWith('node_modules/')) {
    const name = to.slice('node_modules/'.length)
    return layer.packages.some((allowed) => name.startsWith(allowed.endsWith('/') ? allowed : `${allowed}/`))
  }
  if (target) return target === layer || layer.uses.includes(target.name)
  // Styles and other files that are not modules.
  return /\.(css|json|svg)$/.test(to)
}

const FEATURES = 'server/src/features/'

/**
 * Returns modules in no feature, imports between features that the table does not allow, and entries of the table that
 * no import uses or that are in the wrong order, one sentence each.
 * @param {{ modules: string[], imports: Import[] }} tree
 * @param {Record<string, string[]>} features
 * @param {RegExp} except modules to which the table does not apply
 */
export function findFeatureProblems({ modules, imports }, features, except) {
  const names = Object.keys(features)
  /** @param {string} file */
  const featureOf = (file) => names.find((name) => file.startsWith(`${FEATURES}${name}/`))
  const homeless = modules
    .filter((file) => file.startsWith(FEATURES) && !except.test(file) && !featureOf(file))
    .map((file) => `${file} belongs to no feature (scripts/import-rules.mjs).`)
  /** @type {Set<string>} */
  const used = new Set()
  const refused = imports.flatMap(({ from, to, line }) => {
    const [name, target] = [featureOf(from), featureOf(to)]
    if (name === undefined || target === undefined || name === target || except.test(from)) return []
    used.add(`${name} → ${target}`)
    if (features[name]?.includes(target)) return []
    return [`${from}:${line} → ${to}  ${name} may not use ${target} (scripts/import-rules.mjs).`]
  })
  const wrong = names.flatMap((name, place) =>
    (features[name] ?? []).flatMap((target) => {
      if (!names.slice(0, place).includes(target)) return [`${name} → ${target}: ${target} is not below ${name}.`]
      return used.has(`${name} → ${target}`) ? [] : [`${name} → ${target}: no import uses this.`]
    }),
  )
  return [...homeless, ...refused, ...wrong]
}

/**
 * Returns the imports that break a rule, one sentence each.
 * @param {Import[]} imports
 * @param {import('./import-rules.mjs').ImportRule[]} rules
 */
export function findViolations(imports, rules) {
  return imports.flatMap((edge) =>
    rules
      .filter((rule) => breaks(edge, rule))
      .map((rule) => `${edge.from}:${edge.line} → ${edge.to}  ${rule.name}: ${rule.reason}`),
  )
}

/**
 * @param {Import} edge
 * @param {import('./import-rules.mjs').ImportRule} rule
 */
function breaks(edge, rule) {
  const match = rule.from.exec(edge.from)
  if (!match || rule.except?.test(edge.from) || !rule.to.test(edge.to)) return false
  if (!rule.allow) return true
  const allow = new RegExp(rule.allow.source.replaceAll('$1', match[1] ?? ''))
  return !allow.test(edge.to)
}

/**
 * Returns one cycle per group of modules that import each other, types included, as a path that ends where it begins.
 * @param {Import[]} imports
 * @returns {string[][]}
 */
export function findCycles(imports) {
  /** @type {Map<string, Set<string>>} */
  const next = new Map()
  for (const { from, to } of imports) next.set(from, (next.get(from) ?? new Set()).add(to))

  /** @type {string[][]} */
  const cycles = []
  const done = new Set()
  /** @type {string[]} */
  const trail = []
  /** @param {string} file */
  function visit(file) {
    if (done.has(file)) return
    const seenAt = trail.indexOf(file)
    if (seenAt >= 0) {
      cycles.push([...trail.slice(seenAt), file])
      return
    }
    trail.push(file)
    for (const to of next.get(file) ?? []) visit(to)
    trail.pop()
    done.add(file)
  }
  for (const file of next.keys()) visit(file)
  return cycles
}
