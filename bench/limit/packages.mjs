// Loads the packages that the product uses, through its package.json, so that the baseline server always has the same
// versions of drivers and framework.
import { createRequire } from 'node:module'

const require = createRequire(new URL('../../server/package.json', import.meta.url))

export const { DatabaseSync } = require('@photostructure/sqlite')
export const fastify = require('fastify')
export const { WebSocket, WebSocketServer } = require('ws')
