// Users of the product: an account created over the API, and a signed-in browser context.
import { randomUUID } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Product, startProduct } from './server.ts'

/** Satisfies the password rules. */
const PASSWORD = 'Granite-Ridge-42!'

/** An account, and API calls on its behalf. */
export interface Account {
  id: string
  name: string
  email: string
  password: string
  /** The session as the web app stores it. */
  session: { access_token: string; user: { id: string } }
  /** Calls the API as this person. Throws unless the response is 2xx. `path` is relative to `/api`. */
  call: <Reply>(method: string, path: string, body?: unknown) => Promise<Reply>
}

export interface Person extends Account {
  /** Opens a page in this person's own browser context, signed in and with the tour completed. */
  open: (path: string, options?: OpenOptions) => Promise<Page>
}

interface OpenOptions {
  viewport?: { width: number; height: number }
  /** More values for the browser's storage. */
  stored?: Record<string, string>
  /** Runs before the page navigates. */
  prepare?: ((page: Page) => Promise<unknown>) | undefined
}

interface Fixtures {
  /** Opens a page as `Person.open` does, for any account. */
  openAs: (account: Account, path: string, options?: OpenOptions) => Promise<Page>
  /** Registers a person with this name and a unique email. */
  person: (name: string) => Promise<Person>
  /** Errors in any page of this test. Must be empty at the end. */
  pageErrors: string[]
}

/** Playwright's test with the product running (one process for each worker) and people to use it. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  pageErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const errors: string[] = []
      await use(errors)
      expect(errors, 'no page reports an error').toEqual([])
    },
    { auto: true },
  ],

  context: async ({ context, pageErrors }, use) => {
    watch(context, pageErrors)
    await use(context)
  },

  openAs: async ({ browser, product, pageErrors }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ session }, path, { stored = {}, prepare, ...options } = {}) => {
      const localStorage = remembered(session, stored).map(([name, value]) => ({ name, value }))
      const storageState = { cookies: [], origins: [{ origin: product.url, localStorage }] }
      const context = await browser.newContext({ ...options, storageState })
      contexts.push(context)
      watch(context, pageErrors)
      const page = await context.newPage()
      await prepare?.(page)
      await page.goto(path)
      return page
    })
    for (const context of contexts) {
      for (const page of context.pages()) pageErrors.push(...(await findPushedOut(page)))
      await context.close()
    }
  },

  person: async ({ product, openAs }, use) =>
    use(async (name) => {
      const account = await register(product, name)
      return { ...account, open: (path, options) => openAs(account, path, options) }
    }),
})

/** The browser storage of a signed-in user, as pairs. */
export const remembered = (session: Account['session'], stored: Record<string, string>) =>
  Object.entries({ auth_session: JSON.stringify(session), tour_skipped: 'true', ...stored })

/** Creates an account with this name and a unique email. */
export async function register(product: Product, name: string): Promise<Account> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}.${randomUUID().slice(0, 8)}@example.com`
  const account = { name, email, password: PASSWORD }
  const { session } = await send<Pick<Account, 'session'>>(product, 'POST', '/auth/register', account)
  return {
    ...account,
    id: session.user.id,
    session,
    call: (method, path, body) => send(product, method, path, body, session.access_token),
  }
}

export { expect } from '@playwright/test'

/** Collects uncaught errors and violations of the page's Content-Security-Policy. */
function watch(context: BrowserContext, errors: string[]): void {
  context.on('weberror', (event) => errors.push(String(event.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) errors.push(message.text())
  })
}

/** Names what scripts or the focus have scrolled although people can't scroll it back. */
async function findPushedOut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body, body *')]
      .filter((element) => element.scrollTop !== 0 || element.scrollLeft !== 0)
      // The caret scrolls the text of a field.
      .filter((element) => !element.matches('input'))
      .filter((element) => /hidden|clip/.test(getComputedStyle(element).overflow))
      .map((element) => `Scrolled, but can’t be scrolled back: ${element.tagName} ${element.className}`),
  )
}

async function send<Reply>(
  product: Product,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Reply> {
  const headers = new Headers()
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const reply = await fetch(`${product.url}/api${path}`, {
    method,
    headers,
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Reply
}
