// File names as given by people: displayed, and sent back in a header; never part of a path.

import { LIMITS } from '@cairn/contract/api/common'
import { cut } from './cut.ts'

const NAMELESS = 'file'
const EXTENSION_MAX = 20
/** Control characters and direction marks: with them "gpj.exe" reads as "exe.jpg". */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/**
 * The name without folders and control characters, at most 255 characters including its extension; "file" if nothing
 * remains.
 */
export function fileName(given: string | undefined): string {
  const name = (given ?? '')
    .replace(/^.*[/\\]/s, '')
    .replace(HIDDEN, '')
    .trim()
  if (/^\.*$/.test(name)) return NAMELESS
  if (name.length <= LIMITS.file_name) return name
  const [extension = ''] = /\.[^.]+$/.exec(name.slice(-EXTENSION_MAX)) ?? []
  return cut(name, LIMITS.file_name - extension.length) + extension
}

export const isContentType = (text: string): boolean => text.length <= 100 && /^[\w.+-]+\/[\w.+-]+$/.test(text)

/** A `Content-Disposition` header (RFC 6266): the full name, and an ASCII version for older clients. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  // A lone half of a surrogate pair cannot be encoded.
  const full = encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`
}
