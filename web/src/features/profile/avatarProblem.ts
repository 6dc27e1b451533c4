import { AVATAR_MAX_BYTES } from '@cairn/contract/api/common'

/** What is wrong with a file as somebody's picture (point 5), else null. Whether it really is one, the server sees. */
export function avatarProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return 'Please select an image file (PNG, JPG, or GIF)'
  return size > AVATAR_MAX_BYTES ? 'Image size must be less than 5MB' : null
}
