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
  const [left, used] = [await makeTempFolder(), await makeTempFolder()]
  await mkdir(join(left, 'plan'))
  await utimes(left, new Date(), new Date(Date.now() - 2 * 3_600_000))

  await sweepTempFolders()

  await expect(mkdir(join(left, 'again'))).rejects.toMatchObject({ code: 'ENOENT' })
  await mkdir(join(used, 'still here'))
  await rm(used, { recursive: true })
})
