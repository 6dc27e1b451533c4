// A browser as a program drives it: pages, real keys, a real mouse, and functions that run in the page.

/** The keys that a journey presses, by the names of `KeyboardEvent.key`; a single character stands for itself. */
export type Key =
  | 'Enter'
  | 'Escape'
  | 'Tab'
  | 'Delete'
  | 'Control'
  | 'Shift'
  | 'ArrowDown'
  | 'ArrowUp'
  | 'F2'
  | (string & {})

export interface Point {
  x: number
  y: number
}

/** One window of a browser with a profile of its own. */
export interface Engine {
  goTo: (url: string) => Promise<void>
  /** Runs a function in the page and answers its JSON value. The function sees nothing but its arguments. */
  run: <Value>(inPage: (...values: never[]) => Value, ...values: unknown[]) => Promise<Value>
  /** Runs a script in the page, as its text. */
  runScript: (source: string) => Promise<void>
  click: (at: Point) => Promise<void>
  doubleClick: (at: Point) => Promise<void>
  /** Holds the mouse at the first point and lets go at the last. */
  drag: (path: readonly Point[]) => Promise<void>
  type: (text: string) => Promise<void>
  /** Presses all keys in their order and lets go of them in the opposite one. */
  press: (...keys: Key[]) => Promise<void>
  /** Puts files into the file field that the selector finds. */
  setFiles: (selector: string, paths: readonly string[]) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  screenshot: () => Promise<Buffer>
  /** Errors that scripts of the page threw so far, if the browser tells them. */
  errors: readonly string[]
  close: () => Promise<void>
}

/** A browser that runs. */
export interface Browser {
  open: () => Promise<Engine>
  close: () => Promise<void>
}

/** The program that `npm run e2e` has found, by its variable. */
export function programOf(name: string): string {
  const path = process.env[name]
  if (!path) throw new Error(`${name} is not set: start the journeys with npm run e2e -- --browser=…`)
  return path
}
