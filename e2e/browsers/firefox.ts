// Firefox over WebDriver BiDi, by puppeteer-core.
import puppeteer, { type ElementHandle, type KeyInput } from 'puppeteer-core'
import { type Browser, type Engine, programOf } from './engine.ts'

/** Firefox, headless, with a profile of its own. */
export async function startFirefox(): Promise<Browser> {
  const executablePath = programOf('FIREFOX_PATH')
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })

  async function open(): Promise<Engine> {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const { keyboard, mouse } = page
    return {
      goTo: async (url) => void (await page.goto(url)),
      run: (inPage, ...values) => page.evaluate(inPage as (...given: unknown[]) => unknown, ...values) as never,
      runScript: async (source) => void (await page.evaluate(source)),
      click: ({ x, y }) => mouse.click(x, y),
      doubleClick: ({ x, y }) => mouse.click(x, y, { count: 2 }),
      drag: async ([from, ...path]) => {
        if (!from) return
        await mouse.move(from.x, from.y)
        await mouse.down()
        for (const { x, y } of path) await mouse.move(x, y, { steps: 4 })
        await mouse.up()
      },
      type: (text) => keyboard.type(text),
      press: async (...keys) => {
        for (const key of keys) await keyboard.down(key as KeyInput)
        for (const key of keys.toReversed()) await keyboard.up(key as KeyInput)
      },
      setFiles: async (selector, paths) => {
        const field = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null
        if (!field) throw new Error(`No file input matches ${selector}`)
        await field.uploadFile(...paths)
      },
      resize: (width, height) => page.setViewport({ width, height }),
      screenshot: async () => Buffer.from(await page.screenshot()),
      errors,
      close: () => context.close(),
    }
  }

  return { open, close: () => browser.close() }
}
