import type { Artifact } from '@cairn/contract/api/artifacts'

export type PreviewKind = 'picture' | 'markdown' | 'table' | 'text' | 'pdf'

/** Larger files have no preview. */
const TEXT_MAX_BYTES = 1024 * 1024
const PDF_MAX_BYTES = 25 * 1024 * 1024

const TEXT_TYPE = /^(text\/|application\/(json|xml|yaml|x-yaml|toml|javascript|x-sh|sql)\b)/
const TEXT_NAME =
  /\.(txt|log|json|jsonl|ya?ml|toml|ini|cfg|conf|xml|html?|css|[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|h|cpp|cs|php|sh|sql|diff|patch)$/i

/** The kind of preview for a file, or null if it can only be downloaded. */
export function previewKind({
  name,
  size,
  content_type,
}: Pick<Artifact, 'name' | 'size' | 'content_type'>): PreviewKind | null {
  if (size === null) return null
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(content_type)) return 'picture'
  if (content_type === 'application/pdf' || /\.pdf$/i.test(name)) return size <= PDF_MAX_BYTES ? 'pdf' : null
  if (size > TEXT_MAX_BYTES) return null
  if (content_type === 'text/markdown' || /\.(md|markdown)$/i.test(name)) return 'markdown'
  if (/^text\/(csv|tab-separated-values)$/.test(content_type) || /\.(csv|tsv)$/i.test(name)) return 'table'
  return TEXT_TYPE.test(content_type) || TEXT_NAME.test(name) ? 'text' : null
}
