/**
 * The milliseconds of processor time this process has used: unlike those of a clock, a busy machine does not make them
 * more.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
