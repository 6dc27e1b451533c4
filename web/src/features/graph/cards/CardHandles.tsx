/** The places on the sides of a card from which lines are drawn. */
export function CardHandles() {
  return (
    <>
      <span data-end="target" className="graph-handle target" />
      <span data-end="source" className="graph-handle source" />
    </>
  )
}
