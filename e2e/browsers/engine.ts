// A browser driven by a program: pages, real keyboard and mouse input, and functions that run in the page.

/** Keys by their `KeyboardEvent.key`; a single character stands for itself. */
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
  /** Runs a function in the page and returns its JSON value. The function sees only its arguments. */
  run: <Value>(inPage: (...values: never[]) => Value, ...values: unknown[]) => Promise<Value>
  /** Runs a script in the page, given as text. */
  runScript: (source: string) => Promise<void>
  click: (at: Point) => Promise<void>
  doubleClick: (at: Point) => Promise<void>
  /** Drags the mouse from the first point to the last. */
  drag: (path: readonly Point[]) => Promise<void>
  type: (text: string) => Promise<void>
  /** Presses all keys in order and releases them in reverse order. */
  press: (...keys: Key[]) => Promise<void>
  /** Sets the files of the file input that matches the selector. */
  setFiles: (selector: string, paths: readonly string[]) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  screenshot: () => Promise<Buffer>
  /** Uncaught errors in the page so far, if the browser reports them. */
  errors: readonly string[]
  close: () => Promise<void>
}

/** A running browser. */
export interface Browser {
  open: () => Promise<Engine>
  close: () => Promise<void>
}

/** The path of the program that `npm run e2e` has found, by its environment variable. */
export function programOf(name: string): string {
  const path = process.env[name]
  if (!path) throw new Error(`${name} is not set. Run npm run e2e -- --browser=…`)
  return path
}
