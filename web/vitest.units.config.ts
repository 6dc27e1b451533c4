import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

/** Tests that need no document: Node starts them much faster. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web units',
      environment: 'node',
      include: ['src/**/*.test.ts'],
      exclude: ['src/**/*.dom.test.ts'],
      isolate: false,
      testTimeout: 120_000,
      restoreMocks: true,
    },
  }),
)
