import { AVATAR_MAX_BYTES } from '@cairn/contract/api/common'
import { usersApi } from '@cairn/contract/api/users'
import { AppError, notFound } from '../../base/errors.ts'
import { HOUR_MS } from '../../base/units.ts'
import { refuseDemo } from '../../core/demo-account.ts'
import type { Services } from '../../core/services.ts'
import { receiveFormFile } from '../../http/form-file.ts'
import type { Router } from '../../http/router.ts'
import { imageHeaders } from '../../http/send-file.ts'
import { avatarTooLarge, getAvatarFile, removeAvatar, setAvatar, storeAvatar } from './users.avatar.ts'

/** Images that one person may upload in an hour, because each is decoded. */
const AVATARS_MAX = 10

/** HTTP routes of avatars. */
export function avatarRoutes(
  { route, routePublic, routeWithoutTx }: Router,
  { attempts, files, store }: Services,
): void {
  routeWithoutTx(usersApi.uploadAvatar, async ({ ctx, request, run }) => {
    await refuseDemo(ctx) // before the bytes are read
    await attempts.count([{ key: `avatar ${ctx.actor.id}`, max: AVATARS_MAX, window_ms: HOUR_MS }])
    const expected = { field: 'avatar', maxBytes: AVATAR_MAX_BYTES }
    const drawn = await receiveFormFile(request, expected, ({ stream }) => storeAvatar(files, stream)).catch(
      withAvatarMessage,
    )
    return run((write) => setAvatar(write, drawn))
  })
  route(usersApi.removeAvatar, removeAvatar)
  routePublic(usersApi.avatar, async ({ params }, { reply }) => {
    const found = await files.open(await getAvatarFile(store.reader, params.key))
    if (!found) throw notFound('Avatar')
    return reply.headers(imageHeaders('avatar')).header('content-length', found.size).send(found.stream)
  })
}

/** The same message, wherever the size was detected. */
function withAvatarMessage(error: unknown): never {
  throw error instanceof AppError && error.code === 'too_large' ? avatarTooLarge() : error
}
