import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web',
      environment: 'happy-dom',
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/test/setup.ts'],
      css: false,
      // Whole pages are drawn and clicked; a busy machine takes its time.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      restoreMocks: true,
    },
  }),
)
