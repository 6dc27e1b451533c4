import { beforeEach, vi } from 'vitest'

/** Makes the window wide for all tests of a file. Journeys cover phones. */
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
