// The reference: one OpenAPI 3.1 document made from the rows of the contract, and a page to read it.
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Register before the routes: the document lists what is mounted after it. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Cairn',
        version,
        description:
          'Plans as trees of nodes, for people and agents. Call with `Authorization: Bearer` and a session or API token. Errors are `{ error, code, details }`.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  })
}

/** Serves `/api/openapi.json` and `/api/docs`. */
export async function serveReference(pages: FastifyInstance): Promise<void> {
  pages.get('/api/openapi.json', { schema: { hide: true } }, async () => pages.swagger())
  await pages.register(fastifySwaggerUi, { routePrefix: '/api/docs', uiConfig: { validatorUrl: 'none' } })
}
