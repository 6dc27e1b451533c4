#!/usr/bin/env node
// Connects an assistant on stdin and stdout to the `/mcp` of a Cairn server. Needs only Node.
import { createInterface } from 'node:readline'
import { endpointOf, Forwarder } from './forward.mjs'

const { CAIRN_URL, CAIRN_TOKEN } = process.env
const endpoint = endpointOf(CAIRN_URL)
if (endpoint === null) fail('CAIRN_URL must be the address of your Cairn server, such as https://cairn.example.com.')
else if (!CAIRN_TOKEN) fail('CAIRN_TOKEN must be an API token. Create one in the settings of Cairn.')
else {
  const forwarder = new Forwarder({
    endpoint,
    token: CAIRN_TOKEN,
    send: (message) => process.stdout.write(`${JSON.stringify(message)}\n`),
  })
  // The assistant is gone: nothing is left to answer.
  process.stdout.on('error', () => process.exit(0))
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  lines.on('line', (line) => {
    if (line.trim() !== '') void forwarder.forward(line)
  })
  // Calls that were sent are still answered.
  lines.on('close', () => forwarder.close())
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`cairn-mcp: ${message}\n`)
  process.exitCode = 1
}
