// Plain JavaScript that runs beside the server, as seen from `src`, `build` and `dist`.
import { fileURLToPath } from 'node:url'

/** The process that draws pictures. */
export const DECODER = fileURLToPath(new URL('../decode-image.mjs', import.meta.url))
/** The thread that copies SQLite's log into the database. */
export const CHECKPOINTER = fileURLToPath(new URL('../checkpoint.mjs', import.meta.url))
