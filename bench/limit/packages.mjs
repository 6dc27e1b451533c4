// The limit server stands on the very packages that the product uses, found through its package.json, so that a new version of a driver
// or framework moves both.
import { createRequire } from 'node:module'

const require = createRequire(new URL('../../server/package.json', import.meta.url))

export const { DatabaseSync } = require('@photostructure/sqlite')
export const fastify = require('fastify')
export const { WebSocket, WebSocketServer } = require('ws')
