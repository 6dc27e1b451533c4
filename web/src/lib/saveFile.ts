/** Saves a file with the browser's download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Returns a file name without characters that systems refuse, or `fallback` if nothing is left. */
export function fileName(title: string, fallback: string): string {
  const name = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  return name === '' ? fallback : name
}
