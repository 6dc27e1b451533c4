import fs from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTypes, { astToString } from 'openapi-typescript'
import { describeApi } from './dist/reference/document.js'

const d = describeApi('0.1.0')
const t = JSON.stringify(d, null, 1)
fs.writeFileSync('/tmp/oa/openapi.json', t)
console.log(t.length, Object.keys(d.components.schemas).join(' '))
const config = await createConfig({ extends: ['recommended'] })
const r = await lintFromString({ source: t, config, absoluteRef: '/tmp/oa/openapi.json' })
for (const x of r.slice(0, 30)) console.log(x.severity, x.ruleId, x.message, x.location[0].pointer)
const ts = astToString(await openapiTypes(d))
fs.writeFileSync('/tmp/oa/client.ts', ts)
console.log(ts.length)
