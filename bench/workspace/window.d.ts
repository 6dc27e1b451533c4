// The page's side of the measurement; stopwatch.mjs puts it there.
interface Stopwatch {
  begin: (watched: { type: string; within: string; until?: string }) => void
  result: () => Promise<{ worked: number; painted: number }>
  beginBurst: (count: number) => void
  burst: () => Promise<{ total: number; frame: number }>
  opened: (selectors: string[]) => Promise<number>
  startFrames: () => void
  stopFrames: () => number[]
  longest: number
}

interface Window {
  stopwatch: Stopwatch
}
