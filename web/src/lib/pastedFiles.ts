/**
 * The files of a paste; none if they only picture the text. Spreadsheets and documents add a picture to the formatted text that
 * was copied. File managers add the names of files, as plain text.
 */
export function pastedFiles(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])]
  const hasText = (type: string) => data?.getData(type).trim() !== ''
  return files.length > 0 && hasText('text/html') && hasText('text/plain') ? [] : files
}
