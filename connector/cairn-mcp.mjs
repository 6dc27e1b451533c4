#!/usr/bin/env node
// Connects an assistant on stdin and stdout to the `/mcp` of a Cairn server. Needs only Node.
import { endpointOf, Forwarder } from './forward.mjs'
import { linesOf } from './lines.mjs'

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
  for await (const line of linesOf(process.stdin)) if (line.trim() !== '') void forwarder.forward(line)
  // Calls that were sent are still answered.
  forwarder.close()
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`cairn-mcp: ${message}\n`)
  process.exitCode = 1
}
