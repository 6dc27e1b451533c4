import { AVATAR_MAX_BYTES } from '@cairn/contract/api/common'

/** A part of a picture, in the picture's own pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** px: what the server keeps. */
const SIDE = 512

/** The chosen square of a picture as a PNG of at most 512 px. Throws when this browser cannot decode the file. */
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

/** What is wrong with a file as somebody's picture, else null. Whether it really is one, the server sees. */
export function avatarProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return 'Please select an image file (PNG, JPG, or GIF)'
  return size > AVATAR_MAX_BYTES ? 'Image size must be less than 5MB' : null
}
