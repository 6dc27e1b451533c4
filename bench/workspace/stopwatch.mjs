// What runs inside the measured page. It only listens: the product's own code stays as it is.

/**
 * Puts `stopwatch` into the page, before any code of the product.
 * - `begin({ type, within, until })` waits for the next event of this type, or for the next live `message`, and then until `until` is to be
 *   seen within an element, or until anything changes there when it is not given.
 * - `result()` is then what that cost: `worked` from the event's first listener to the changed page, laid out; `painted` from the event
 *   until the frame was painted.
 * - `opened(selectors)`: milliseconds from the navigation until all of these were painted.
 * - `startFrames()`, `stopFrames()`: the milliseconds between frames.
 * - `beginBurst(count)`, `burst()`: what so many live events cost from the first one that arrives until the last one is painted, and the
 *   longest frame of that, in ms.
 * - `longest`: the longest task so far, in ms.
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

  /** A promise that does not wait for ever for what never comes. */
  const awaited = (what, start) =>
    new Promise((resolve, reject) => {
      start(resolve)
      setTimeout(
        () => reject(new Error(`${JSON.stringify(what)} was not to be seen within ${MAX_MS / 1000} s`)),
        MAX_MS,
      )
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
        // What arrived last is applied in the frame after this one at the latest.
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
