// A fake server for component tests, typed by the contract: requests and responses must match the endpoint.
import type { Endpoint } from '@cairn/contract/api/common'
import { vi } from 'vitest'
import type { CallReply } from '../lib/api.ts'
import type { FakeStream } from './fakeStream.ts'

export interface Request {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  token: string | null
  idempotencyKey: string | null
}
interface Refusal {
  status: number
  error: string
  code: string
  details?: unknown
}
interface Answer<E extends Endpoint> {
  reply: CallReply<E>
  headers?: Record<string, string>
}
type Handler<E extends Endpoint> = (
  request: Request,
) => Answer<E> | Pick<FakeStream<E>, 'open'> | Refusal | Promise<Answer<E> | Refusal>

interface Route {
  endpoint: Endpoint
  handler: Handler<Endpoint>
}

/** Replaces `fetch` and the requests of uploads for one test. Calls without a handler get an error that names them. */
export class FakeApi {
  readonly requests: (Request & { endpoint: Endpoint })[] = []
  readonly #routes: Route[] = []
  readonly #held = new Map<Endpoint, Promise<void>>()

  constructor() {
    const answer = (url: string, init: RequestInit) => this.#answer(url, init)
    vi.stubGlobal('fetch', answer)
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends FakeUpload {
        protected override answer = answer
      },
    )
  }

  /** Sets the handler of an endpoint; a later one replaces it. */
  on<E extends Endpoint>(endpoint: E, handler: Handler<E>): this {
    this.#routes.unshift({ endpoint, handler: handler as Handler<Endpoint> })
    return this
  }

  /** The current handler of an endpoint. */
  handlerOf<E extends Endpoint>(endpoint: E): Handler<E> {
    const route = this.#routes.find((known) => known.endpoint === endpoint)
    if (!route) throw new Error(`No answer for ${endpoint.path}`)
    return route.handler as Handler<E>
  }

  /** Delays the responses of an endpoint until the returned function is called. */
  hold(endpoint: Endpoint): () => void {
    let release = () => {}
    this.#held.set(endpoint, new Promise((resolve) => (release = resolve)))
    return () => release()
  }

  /** The requests to an endpoint so far. */
  sentTo(endpoint: Endpoint): Request[] {
    return this.requests.filter((request) => request.endpoint === endpoint)
  }

  async #answer(url: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url, 'http://cairn.test')
    const found = this.#routes
      .map((route) => ({ ...route, params: matchPath(route.endpoint, init.method ?? 'GET', pathname) }))
      .find(({ params }) => params !== null)
    if (!found?.params)
      return refused({ status: 501, error: `No answer for ${init.method} ${pathname}`, code: 'not_faked' })

    const { endpoint, handler, params } = found
    const body: unknown =
      init.body instanceof FormData
        ? Object.fromEntries(init.body)
        : typeof init.body === 'string'
          ? JSON.parse(init.body)
          : undefined
    const isForm = init.body instanceof FormData
    const wrong = isForm ? undefined : endpoint.body?.safeParse(body).error
    if (wrong) return refused({ status: 400, error: wrong.issues[0]?.message ?? 'Wrong shape', code: 'invalid' })
    const request = {
      params,
      query: Object.fromEntries(searchParams),
      body,
      token: new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null,
      idempotencyKey: new Headers(init.headers).get('idempotency-key'),
    }
    this.requests.push({ ...request, endpoint })
    await this.#held.get(endpoint)
    const answer = await handler(request)
    if ('error' in answer) return refused(answer)
    if ('open' in answer) return answer.open(init.signal)
    const { reply, headers = {} } = answer
    if (!endpoint.reply) return new Response(null, { status: 204, headers })
    endpoint.reply.parse(reply)
    return new Response(JSON.stringify(reply), { status: endpoint.status ?? 200, headers })
  }
}

/** The part of a request that uploads use: reports half of the progress, then the response. */
abstract class FakeUpload {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  status = 0
  statusText = ''
  responseText = ''
  readonly #headers = new Headers()
  #answered = new Headers()
  #method = ''
  #url = ''

  protected abstract answer: (url: string, init: RequestInit) => Promise<Response>

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  async send(body: FormData) {
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    const response = await this.answer(this.#url, { method: this.#method, headers: this.#headers, body })
    this.status = response.status
    this.#answered = response.headers
    this.responseText = await response.text()
    this.onload?.()
  }
  getResponseHeader(name: string): string | null {
    return this.#answered.get(name)
  }
  abort() {
    this.onabort?.()
  }
}

const refused = ({ status, ...body }: Refusal): Response => new Response(JSON.stringify(body), { status })

function matchPath(endpoint: Endpoint, method: string, pathname: string): Record<string, string> | null {
  if (endpoint.method !== method) return null
  const pattern = new RegExp(`^/api${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const match = pattern.exec(pathname)
  return match && { ...match.groups }
}
