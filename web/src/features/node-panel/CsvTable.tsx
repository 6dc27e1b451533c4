import Papa from 'papaparse'
import { useMemo } from 'react'
import { formatNumber } from '../../lib/numbers.ts'

const ROWS_MAX = 500
const COLUMNS_MAX = 50

/** Comma- or tab-separated values as a table. The first row is the header. */
export function CsvTable({ text }: { text: string }) {
  const { head, rows, isCut } = useMemo(() => {
    // One row for the header, and one that shows whether there are more.
    const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true, preview: ROWS_MAX + 2 })
    const [first = [], ...rest] = data.map((row) => row.slice(0, COLUMNS_MAX))
    const isWide = data.some((row) => row.length > COLUMNS_MAX)
    return { head: first, rows: rest.slice(0, ROWS_MAX), isCut: isWide || rest.length > ROWS_MAX }
  }, [text])
  return (
    <>
      <section
        aria-label="Table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[60dvh] shrink-0 overflow-auto rounded-6 border border-line"
      >
        <table className="w-full text-13 tabular-nums">
          <thead className="sticky top-0 bg-sunken">
            <tr>
              {head.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other key.
                <th key={column} scope="col" className="whitespace-nowrap px-2.5 py-1.5 text-left font-medium">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key.
              <tr key={index} className="border-line border-t">
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other key.
                  <td key={column} dir="auto" className="max-w-80 px-2.5 py-1.5 align-top break-words">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {isCut && (
        <p className="mt-2 text-12 text-muted">
          Only the first {formatNumber(ROWS_MAX)} rows and {COLUMNS_MAX} columns are shown. Download the file to see
          everything.
        </p>
      )}
    </>
  )
}
