// A plan's nodes as bytes, kept by revision: an unchanged plan is read by everyone without touching its rows.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { nestTree } from '@cairn/contract/rules/tree'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../core/ctx.ts'
import { authorizePlan } from '../plans/plans.access.ts'
import { readNodes } from './nodes.queries.ts'
import { toOutline } from './nodes.shape.ts'

const KEPT_BYTES_MAX = 64 * 1024 * 1024
/** Below this, compression costs more than it saves. */
const COMPRESSED_FROM_BYTES = 1_400
/** Level 11 takes 13 s for 10,000 nodes; level 4 is as small as gzip and faster. */
const BROTLI_QUALITY = 4

export type Encoding = 'br' | 'gzip' | 'identity'
interface Kept {
  revision: number
  bytes: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}
interface Shape {
  view: 'full' | 'outline'
  format: 'flat' | 'tree'
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export interface NodeBytes {
  /** Authorises the plan and says what its nodes are tagged with right now; `read` gives the bytes of exactly that tag or newer. */
  open(
    ctx: Ctx,
    planId: string,
    shape: Shape,
  ): Promise<{ etag: string; read(encoding: Encoding): Promise<{ bytes: Buffer; encoding: Encoding }> }>
}

export function createNodeBytes(): NodeBytes {
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ bytes }) => Object.values(bytes).reduce((size, { length }) => size + length, 1),
  })

  async function build(ctx: Ctx, planId: string, { view, format }: Shape): Promise<Buffer> {
    const nodes = await readNodes(ctx, planId)
    const shown = view === 'outline' ? nodes.map(toOutline) : nodes
    return Buffer.from(JSON.stringify(format === 'tree' ? nestTree(shown) : shown))
  }

  return {
    open: async (ctx, planId, shape) => {
      // The revision is read before the rows, so kept bytes are never older than their label.
      const { revision } = await authorizePlan(ctx, planId, 'plan.read')
      const key = `${planId} ${shape.view} ${shape.format}`
      return {
        etag: `W/"${revision}-${shape.view}-${shape.format}"`,
        read: async (wanted) => {
          let entry = kept.get(key)
          if (!entry || entry.revision < revision) {
            entry = { revision, bytes: { identity: await build(ctx, planId, shape) } }
            kept.set(key, entry)
          }
          const { bytes } = entry
          const encoding = bytes.identity.length < COMPRESSED_FROM_BYTES ? 'identity' : wanted
          const ready = bytes[encoding]
          if (ready) return { bytes: ready, encoding }
          const compressed = await compress(bytes.identity, encoding)
          bytes[encoding] = compressed
          // Set again, so that the cache counts the compressed form too; unless a newer one has come meanwhile.
          if (kept.get(key) === entry) kept.set(key, { ...entry })
          return { bytes: compressed, encoding }
        },
      }
    },
  }
}

const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : zip(bytes, { level: 6 })

/** The best encoding that an `Accept-Encoding` header allows. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const allows = (name: string) =>
    new RegExp(`(^|,)\\s*${name}\\s*(;\\s*q=(?!0(\\.0+)?\\s*(,|$))|,|$)`).test(accepted ?? '')
  if (allows('br')) return 'br'
  return allows('gzip') ? 'gzip' : 'identity'
}
