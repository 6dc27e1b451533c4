import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The API of a development server; `vite` serves the app itself and passes everything else on. */
const API = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The contract is read from its sources, so that a change there needs no build.
  resolve: { conditions: ['cairn-source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/api': { target: API, ws: true } } },
  build: {
    target: 'es2022',
    // Never as data: URLs, which the Content-Security-Policy does not allow for fonts and scripts.
    assetsInlineLimit: 0,
  },
})
