import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web',
      environment: 'happy-dom',
      // What needs a document: components, and modules that use the window or its storage.
      include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
      setupFiles: ['src/test/setup.ts'],
      css: false,
      // Loading the libraries and a window again for each file took nearly half of the processor time.
      isolate: false,
      // Whole pages are drawn and clicked; a busy machine takes its time.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      restoreMocks: true,
    },
  }),
)
