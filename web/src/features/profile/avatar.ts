import { AVATAR_MAX_BYTES } from '@cairn/contract/api/common'

/** A part of an image, in image pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Edge length of the avatars that the server stores, in pixels. */
const SIDE = 512

/** Returns the square as a PNG of at most 512 px. Throws if the browser cannot decode the file. */
export async function cropPicture(file: File, { x, y, width, height }: Area): Promise<File> {
  const side = Math.min(SIDE, Math.round(width))
  const picture = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, side, side)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('Failed to crop image')
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.png`, { type: blob.type })
}

/** Returns the error in an avatar's type or size, or null. The server checks the content. */
export function avatarProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return 'Please select an image file (PNG, JPG, or GIF)'
  return size > AVATAR_MAX_BYTES ? 'Image size must be less than 5MB' : null
}
