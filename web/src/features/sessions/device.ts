import Bowser from 'bowser'

/** The kind of device, for its icon. `program` for anything that is not a browser. */
export type DeviceKind = 'computer' | 'phone' | 'tablet' | 'program'

export interface Device {
  name: string
  kind: DeviceKind
}

const KIND: Record<string, DeviceKind> = { desktop: 'computer', mobile: 'phone', tablet: 'tablet' }

/** Describes a user agent, such as 'Safari on iPhone'. Programs keep their own name, such as 'curl/8.5.0'. */
export function describeDevice(userAgent: string | null): Device {
  if (!userAgent) return { name: 'Unknown device', kind: 'program' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const kind = KIND[platform.type ?? '']
  if (!browser.name || !kind) return { name: userAgent.split(/\s/)[0] || userAgent, kind: kind ?? 'program' }
  const machine = kind === 'computer' ? os.name : (platform.model ?? os.name)
  return { name: machine ? `${browser.name} on ${machine}` : browser.name, kind }
}
