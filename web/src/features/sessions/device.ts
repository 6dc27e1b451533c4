import Bowser from 'bowser'

/** What kind of machine it is, for its icon; `program` for what is no browser. */
export type DeviceKind = 'computer' | 'phone' | 'tablet' | 'program'

export interface Device {
  name: string
  kind: DeviceKind
}

const KIND: Record<string, DeviceKind> = { desktop: 'computer', mobile: 'phone', tablet: 'tablet' }

/** A user agent in words: 'Safari on iPhone'. What is no browser is named as it names itself, 'curl/8.5.0'. */
export function describeDevice(userAgent: string | null): Device {
  if (!userAgent) return { name: 'Unknown device', kind: 'program' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const kind = KIND[platform.type ?? '']
  if (!browser.name || !kind) return { name: userAgent.split(/\s/)[0] || userAgent, kind: kind ?? 'program' }
  const machine = kind === 'computer' ? os.name : (platform.model ?? os.name)
  return { name: machine ? `${browser.name} on ${machine}` : browser.name, kind }
}
