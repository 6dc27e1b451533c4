import { fileURLToPath } from 'node:url'

/** The program that draws pictures, as seen from `src`, `build` and `dist`. */
export const DECODER = fileURLToPath(new URL('../decode-image.mjs', import.meta.url))
