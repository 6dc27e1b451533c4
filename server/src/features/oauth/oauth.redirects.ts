// Where the answer to an app may be sent.
const URI_MAX = 2_000
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that a browser handles itself: code, files and content without an app behind it. */
const BROWSER_SCHEMES = new Set(
  'about blob chrome data file filesystem ftp http https jar javascript mailto resource sms tel vbscript view-source ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
)

/** An HTTPS URL, plain HTTP on the person's own computer, or an app's own scheme (RFC 8252). */
export function isAllowedRedirect(uri: string): boolean {
  // A browser would drop control characters and spaces, and so open something else.
  if (uri.length > URI_MAX || !/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri) || uri.includes('#')) return false
  const { protocol, hostname, username, password } = new URL(uri)
  if (username || password) return false
  if (protocol === 'https:') return true
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return !BROWSER_SCHEMES.has(protocol) && /^[a-z][a-z\d+.-]*:\/.+/i.test(uri)
}

const isLocal = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname)

/** Whether the URI is a registered one: exactly, except that programs on the person's computer choose a port. */
export function matchesRedirect(uri: string, registered: readonly string[]): boolean {
  if (!isAllowedRedirect(uri)) return false
  if (registered.includes(uri)) return true
  return isLocal(new URL(uri)) && registered.some((known) => isAllowedRedirect(known) && isSameButPort(uri, known))
}

function isSameButPort(uri: string, known: string): boolean {
  if (!isLocal(new URL(known))) return false
  const withoutPort = (text: string) => text.replace(/^(http:\/\/(?:\[::1\]|[^/:?]+))(?::\d+)?(?=[/?]|$)/i, '$1')
  return withoutPort(uri) === withoutPort(known)
}

/** How the destination is named to the person: a host, or the scheme of an app. */
export function describeRedirect(uri: string): { redirect_host: string; local: boolean } {
  const url = new URL(uri)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return { redirect_host: isWeb ? url.host : `${url.protocol}//`, local: isLocal(url) || !isWeb }
}

/** The redirect URI with the reply's parameters, and nothing else changed. */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.set(name, value)
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`
}
