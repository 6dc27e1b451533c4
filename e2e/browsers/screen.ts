// User actions in a window: finds elements by role and name, and uses mouse and keyboard.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import type { Engine, Key, Point } from './engine.ts'

const PATIENCE_MS = 15_000
/** Finds elements by role and name in any browser. */
const FINDER = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

declare global {
  interface Window {
    TestingLibraryDom?: typeof import('@testing-library/dom')
  }
}

/** A role and an accessible name: the whole name, or a pattern's source after `^`. */
export type Target = readonly [role: string, name: string]

interface Place extends Point {
  left: number
  right: number
  top: number
}

/** Returns the center of the element, scrolled into view; null while there is none. */
function placeOf([role, name]: Target): Place | null {
  const finder = window.TestingLibraryDom
  if (!finder) return null
  const wanted = name.startsWith('^') ? new RegExp(name) : name
  const found = finder.queryAllByRole(document.body, role, { name: wanted })
  const [element] = found.filter((candidate) => candidate.getClientRects().length > 0)
  if (!element) return null
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { left, right, top, width, height } = element.getBoundingClientRect()
  return { left, right, top, x: left + width / 2, y: top + height / 2 }
}

export class Screen {
  readonly #engine: Engine
  readonly #origin: string

  constructor(engine: Engine, origin: string) {
    this.#engine = engine
    this.#origin = origin
  }

  /** Opens a page of the product. */
  async go(path: string): Promise<void> {
    await this.#engine.goTo(`${this.#origin}${path}`)
  }

  /** Starts loading a page and returns after some milliseconds, possibly before its code has loaded. */
  async leave(path: string, afterMs: number): Promise<void> {
    await this.#engine.run((url) => {
      location.href = url
    }, `${this.#origin}${path}`)
    await wait(afterMs)
  }

  /** Opens the product with these values in the browser's storage. */
  async goAs(stored: Readonly<Record<string, string>>, path: string): Promise<void> {
    await this.go('/theme.js')
    await this.#engine.run((values: Record<string, string>) => {
      localStorage.clear()
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
    }, stored)
    await this.go(path)
  }

  /** Waits for the element and returns its position. */
  async find(...target: Target): Promise<Place> {
    return this.#until(`${target.join(' “')}”`, () => this.#place(target))
  }

  async see(...target: Target): Promise<void> {
    await this.find(...target)
  }

  /** Waits until there is no such element. */
  async seeNo(...target: Target): Promise<void> {
    await this.#until(`no ${target.join(' “')}”`, async () => (await this.#place(target)) === null || null)
  }

  /** Waits for the text on the page. */
  async read(text: string): Promise<void> {
    await this.sees(`“${text}”`, () => this.#engine.run((wanted) => document.body.innerText.includes(wanted), text))
  }

  async click(...target: Target): Promise<void> {
    await this.#engine.click(await this.#still(target))
  }

  async doubleClick(...target: Target): Promise<void> {
    await this.#engine.doubleClick(await this.#still(target))
  }

  /** Replaces the value of a field. */
  async fill(role: string, name: string, text: string): Promise<void> {
    await this.click(role, name)
    await this.press('Control', 'a')
    await this.type(text)
  }

  type(text: string): Promise<void> {
    return this.#engine.type(text)
  }

  press(...keys: Key[]): Promise<void> {
    return this.#engine.press(...keys)
  }

  drag(...path: Point[]): Promise<void> {
    return this.#engine.drag(path)
  }

  setFiles(...paths: string[]): Promise<void> {
    return this.#engine.setFiles('input[type=file]', paths)
  }

  resize(width: number, height: number): Promise<void> {
    return this.#engine.resize(width, height)
  }

  /** Runs a function in the page. */
  get run(): Engine['run'] {
    return this.#engine.run
  }

  screenshot(): Promise<Buffer> {
    return this.#engine.screenshot()
  }

  get errors(): readonly string[] {
    return this.#engine.errors
  }

  /** Waits until the condition holds; `what` describes it in the error. */
  async sees(what: string, isSo: () => Promise<boolean>): Promise<void> {
    await this.#until(what, async () => (await isSo()) || null)
  }

  close(): Promise<void> {
    return this.#engine.close()
  }

  async #place(target: Target): Promise<Place | null> {
    if (!(await this.#engine.run(() => window.TestingLibraryDom !== undefined))) await this.#engine.runScript(FINDER)
    return this.#engine.run(placeOf, target)
  }

  /** The position of an element that has stopped moving. */
  async #still(target: Target): Promise<Place> {
    let before = await this.find(...target)
    return this.#until(`${target.join(' “')}” at rest`, async () => {
      await wait(60)
      const now = await this.find(...target)
      const rests = now.x === before.x && now.y === before.y
      before = now
      return rests ? now : null
    })
  }

  async #until<Found>(what: string, look: () => Promise<Found | null>): Promise<Found> {
    for (const deadline = Date.now() + PATIENCE_MS; ; ) {
      const found = await look().catch((error: unknown) => {
        // A navigation ends the function that runs in the page.
        if (Date.now() > deadline) throw error
        return null
      })
      if (found !== null) return found
      if (Date.now() > deadline) throw new Error(`Not visible within ${PATIENCE_MS / 1000} s: ${what}`)
      await wait(50)
    }
  }
}
