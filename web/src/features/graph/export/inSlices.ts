/** Work longer than this, in ms, would be felt as a pause. */
const SLICE = 40

/** Runs work to its end, and lets the page react to input in between. */
export async function inSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let end = performance.now() + SLICE
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    end = performance.now() + SLICE
  }
}
