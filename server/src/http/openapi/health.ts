// Health checks for supervisors and load balancers, outside of the API: no credential, no limit, no error body.

const stateOf = (status: string, description: string) => ({
  description,
  content: {
    'application/json': {
      schema: { type: 'object', properties: { status: { type: 'string', const: status } }, required: ['status'] },
    },
  },
})

export const healthPaths = {
  '/healthz': {
    get: {
      operationId: 'healthLive',
      summary: 'Whether the process lives',
      description: 'Checks nothing else, so it also answers while the database is unavailable. No sign-in is needed.',
      tags: ['health'],
      security: [],
      responses: { 200: stateOf('ok', 'It lives.') },
    },
  },
  '/readyz': {
    get: {
      operationId: 'healthReady',
      summary: 'Whether the server can serve',
      description:
        'It can reach its database and, with several servers, knows which access the others have revoked. No sign-in is needed.',
      tags: ['health'],
      security: [],
      responses: { 200: stateOf('ready', 'It can serve.'), 503: stateOf('unavailable', 'Send requests elsewhere.') },
    },
  },
}
