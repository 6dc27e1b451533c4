// Files outside the bundle. `src`, `build` and `dist` are equally deep, so these paths work in all of them.
import { fileURLToPath } from 'node:url'

/** The program that decodes avatars, run as a process of its own. */
export const DECODER = fileURLToPath(new URL('../decode-image.mjs', import.meta.url))

/** The thread that copies SQLite's log into the database. */
export const CHECKPOINTER = fileURLToPath(new URL('../checkpoint.mjs', import.meta.url))

/** The built web app. */
export const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))
