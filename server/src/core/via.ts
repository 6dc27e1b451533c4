import type { Via } from '@cairn/contract/api/common'

/** The icon of a connected app. */
export const iconUrl = (key: string | null): string | null => (key === null ? null : `/api/app-icons/${key}`)

/** A connected app as the source of changes. */
export function viaApp(name: string, icon_key: string | null): Via {
  const icon_url = iconUrl(icon_key)
  return { kind: 'connector', name, ...(icon_url !== null && { icon_url }) }
}
