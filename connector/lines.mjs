const LINE_FEED = 10

/**
 * The messages of an assistant, one a line. By bytes, because `readline` also ends lines at characters that a text in
 * JSON may contain, such as U+2028.
 *
 * @param {AsyncIterable<Buffer>} input
 */
export async function* linesOf(input) {
  /** @type {Buffer[]} */
  let parts = []
  for await (const chunk of input) {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString()
      parts = []
      from = end + 1
    }
    parts.push(chunk.subarray(from))
  }
  yield Buffer.concat(parts).toString()
}
