import { mkdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTempFolder, sweepTempFolders } from '../../base/temp-folder.ts'
import { receiveImport } from './import.receive.ts'

it('does not read the file of a caller who has gone', async () => {
  const read: string[] = []
  const receive = (userId: string, isGone: boolean) =>
    receiveImport(
      { userId, isGone: () => isGone },
      async (write) => {
        await write(
          (async function* () {
            yield Buffer.from('- A')
          })(),
        )
        return userId
      },
      async ({ name, bytes }) => read.push(`${name} ${bytes}`),
    )

  await expect(receive('gone', true)).rejects.toMatchObject({ code: 'overloaded' })
  await receive('here', false)

  expect(read).toEqual(['here - A'])
})

it('removes what a killed process left in temporary folders, and nothing that is in use', async () => {
  const [left, used, slow] = [await makeTempFolder(), await makeTempFolder(), await makeTempFolder()]
  await mkdir(join(left, 'plan'))
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await utimes(left, new Date(), hoursAgo(25))
  await utimes(slow, new Date(), hoursAgo(23))

  await sweepTempFolders()

  await expect(mkdir(join(left, 'again'))).rejects.toMatchObject({ code: 'ENOENT' })
  for (const folder of [used, slow]) {
    await mkdir(join(folder, 'still here'))
    await rm(folder, { recursive: true })
  }
})
