// WebKit from Debian: MiniBrowser of WebKitGTK, driven over WebDriver by selenium-webdriver.
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, By, Capabilities, Key as Keys, type WebDriver } from 'selenium-webdriver'
import { findFreePort } from '../support/server.ts'
import { type Browser, type Engine, type Key, type Point, programOf } from './engine.ts'

const SCREEN = ':97'
const PATIENCE_MS = 10_000

const KEYS: Readonly<Record<string, string>> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  Delete: Keys.DELETE,
  Control: Keys.CONTROL,
  Shift: Keys.SHIFT,
  ArrowDown: Keys.ARROW_DOWN,
  ArrowUp: Keys.ARROW_UP,
  F2: Keys.F2,
}
const codeOf = (key: Key): string => KEYS[key] ?? key

/** WebKit in a window on a screen of its own. A driver serves one window, so each window has its own. */
export async function startWebKit(): Promise<Browser> {
  const driver = programOf('WEBKIT_DRIVER_PATH')
  const binary = programOf('WEBKIT_PATH')
  const screen = spawn(programOf('XVFB_PATH'), [SCREEN, '-screen', '0', '1600x1100x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  })

  async function open(): Promise<Engine> {
    const port = await findFreePort()
    const env = { ...process.env, DISPLAY: SCREEN }
    const server = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' })
    const session = await connect(port, binary)
    return engineOf(session, server)
  }

  return { open, close: () => end(screen) }
}

async function connect(port: number, binary: string): Promise<WebDriver> {
  const options = { binary, args: ['--automation'] }
  const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    if (
      await fetch(`${url}/status`).then(
        () => true,
        () => false,
      )
    )
      break
    if (Date.now() > deadline) throw new Error('WebKitWebDriver did not start')
    await wait(50)
  }
  return new Builder().usingServer(url).withCapabilities(capabilities).build()
}

function engineOf(session: WebDriver, server: ChildProcess): Engine {
  const mouse = () => session.actions({ async: true })
  const at = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y), duration: 30 })
  return {
    goTo: (url) => session.get(url),
    run: (inPage, ...values) => session.executeScript(`return (${inPage}).apply(null, arguments)`, ...values) as never,
    runScript: async (source) => void (await session.executeScript(source)),
    click: (point) => mouse().move(at(point)).click().perform(),
    doubleClick: (point) => mouse().move(at(point)).doubleClick().perform(),
    drag: async ([from, ...path]) => {
      if (!from) return
      const actions = mouse().move(at(from)).press()
      for (const point of path) actions.move({ ...at(point), duration: 100 })
      await actions.release().perform()
    },
    type: (text) => mouse().sendKeys(text).perform(),
    press: async (...keys) => {
      const actions = mouse()
      for (const key of keys) actions.keyDown(codeOf(key))
      for (const key of keys.toReversed()) actions.keyUp(codeOf(key))
      await actions.perform()
    },
    setFiles: (selector, paths) => session.findElement(By.css(selector)).sendKeys(paths.join('\n')),
    resize: async (width, height) => {
      // The window has a frame around the page.
      const [inner, outer] = await session.executeScript<[Point, Point]>(
        'return [{ x: innerWidth, y: innerHeight }, { x: outerWidth, y: outerHeight }]',
      )
      const frame = { x: outer.x - inner.x, y: outer.y - inner.y }
      await session
        .manage()
        .window()
        .setRect({ x: 0, y: 0, width: width + frame.x, height: height + frame.y })
    },
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    errors: [],
    close: async () => {
      await session.quit()
      await end(server)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await ended
}
