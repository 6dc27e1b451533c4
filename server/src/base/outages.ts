// Outages of a service, reported once per outage and not once per call.

/** Called once per outage, however many calls fail. */
export interface OutageListeners {
  onAway(error: unknown): void
  onBack(): void
}

/**
 * An outage is over when a call succeeds this long after the last failure: a recovering service still fails now and
 * then.
 */
const CALM_MS = 1_000

export interface Outage {
  failed(error: unknown): void
  worked(): void
}

export function watchOutages({ onAway, onBack }: OutageListeners): Outage {
  let away = false
  let lastFailure = 0
  return {
    failed: (error) => {
      lastFailure = performance.now()
      if (away) return
      away = true
      onAway(error)
    },
    worked: () => {
      if (!away || performance.now() - lastFailure < CALM_MS) return
      away = false
      onBack()
    },
  }
}
