import { beforeEach, vi } from 'vitest'

/** In this file's tests the window is wide; the phone is for the journeys. */
export const inWideWindow = (): void =>
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('min-width'),
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    )
  })
