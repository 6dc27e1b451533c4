// Checks imports against import-rules.mjs and finds cycles. Fails if it finds suspiciously few modules.
import { findCycles, findFeatureProblems, findLayerProblems, findViolations, readImports } from './import-graph.mjs'
import { features, importRules, layers, TEST } from './import-rules.mjs'
import { root } from './run.mjs'

/** Minimum number of modules per folder, because a broken checker would find none and no faults. */
const FEWEST = { 'contract/src': 15, 'server/src': 40, 'web/src': 60 }

const { modules, imports } = readImports(root, ['contract', 'server', 'web', 'e2e', 'bench', 'scripts'])

const problems = [
  ...findLayerProblems({ modules, imports }, layers, TEST),
  ...findFeatureProblems({ modules, imports }, features, TEST),
  ...findViolations(imports, importRules),
  ...findCycles(imports).map((cycle) => `${cycle.join(' → ')}  no-cycles: break the cycle or merge the files.`),
  ...Object.entries(FEWEST).flatMap(([folder, fewest]) => {
    const count = modules.filter((file) => file.startsWith(`${folder}/`)).length
    return count < fewest
      ? [`${folder}: found ${count} modules, expected at least ${fewest}. The import checker may be broken.`]
      : []
  }),
]
const local = imports.filter(({ to }) => modules.includes(to)).length
if (local < modules.length)
  problems.push(`Found ${local} imports among ${modules.length} modules. The import checker may be broken.`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(
  `${modules.length} modules, ${imports.length} imports, ${layers.length} layers, ${Object.keys(features).length} features, ${importRules.length + 1} rules`,
)
