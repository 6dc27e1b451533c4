// Runs inside the measured page. It only observes and does not change the product's code.

/**
 * Adds `stopwatch` to the page before any code of the product. All results are in milliseconds.
 * - `begin({ type, within, until })` waits for the next event of this type, or the next live `message`, and then until
 *   `until` appears within an element, or until anything changes there.
 * - `result()`: `worked` from the event's first listener to the changed layout; `painted` from the event to its frame.
 * - `opened(selectors)`: from the navigation until all of these are painted.
 * - `startFrames()`, `stopFrames()`: between frames.
 * - `beginBurst(count)`, `burst()`: from the first of `count` live events until the last is painted, and the longest frame.
 * - `longest`: the longest task so far.
 */
export function installStopwatch() {
  const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true }
  const MAX_MS = 20_000

  const afterPaint = (done) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => done(performance.now())
      channel.port2.postMessage(null)
    })

  /** A promise with a timeout. */
  const awaited = (what, start) =>
    new Promise((resolve, reject) => {
      start(resolve)
      setTimeout(() => reject(new Error(`${JSON.stringify(what)} did not appear within ${MAX_MS / 1000} s`)), MAX_MS)
    })

  const whenChanged = (isSeen, done) => {
    const observer = new MutationObserver((changes) => {
      if (!isSeen(changes)) return
      observer.disconnect()
      document.body.getBoundingClientRect() // lays the page out
      done(performance.now())
    })
    observer.observe(document, EVERYTHING)
  }

  const watch = ({ type, within, until }) =>
    awaited({ type, within, until }, (resolve) => {
      const listen = (event) => {
        const started = performance.now()
        const isSeen = (changes) => {
          const place = document.querySelector(within)
          return until ? place?.querySelector(until) : changes.some(({ target }) => place?.contains(target))
        }
        whenChanged(isSeen, (seen) =>
          afterPaint((painted) => resolve({ worked: seen - started, painted: painted - event.timeStamp })),
        )
      }
      const source = type === 'message' ? messages : window
      source.addEventListener(type, listen, { capture: true, once: true })
    })

  const watchBurst = (count) =>
    awaited({ events: count }, (resolve) => {
      let left = count
      let started
      /** @param {Event & { data?: string }} event */
      const listen = ({ data }) => {
        if (!data?.startsWith('{"type":"event"')) return
        if (started === undefined) {
          started = performance.now()
          stopwatch.startFrames()
        }
        if (--left > 0) return
        messages.removeEventListener('message', listen)
        // The last change is applied in the next frame at the latest.
        afterPaint(() =>
          afterPaint((painted) => resolve({ total: painted - started, frame: Math.max(...stopwatch.stopFrames()) })),
        )
      }
      messages.addEventListener('message', listen)
    })

  let watching
  /** @type {() => number[]} */
  let stop = () => []
  const messages = new EventTarget()
  const stopwatch = {
    longest: 0,
    begin: (watched) => {
      watching = watch(watched)
    },
    result: () => watching,
    beginBurst: (count) => {
      watching = watchBurst(count)
    },
    burst: () => watching,
    opened: (selectors) =>
      awaited(selectors, (resolve) => {
        const isThere = () => selectors.every((selector) => document.querySelector(selector))
        if (isThere()) afterPaint(resolve)
        else whenChanged(isThere, () => afterPaint(resolve))
      }),
    startFrames: () => {
      const frames = []
      let last
      let request
      const next = (now) => {
        if (last !== undefined) frames.push(now - last)
        last = now
        request = requestAnimationFrame(next)
      }
      request = requestAnimationFrame(next)
      stop = () => {
        cancelAnimationFrame(request)
        return frames
      }
    },
    stopFrames: () => stop(),
  }
  window.stopwatch = stopwatch

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) stopwatch.longest = Math.max(stopwatch.longest, duration)
  }).observe({ type: 'longtask', buffered: true })

  window.WebSocket = class extends WebSocket {
    constructor(url, protocols) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => messages.dispatchEvent(new MessageEvent('message', { data })))
    }
  }
}
