// Two ways to commit a write durably. Both resolve with the result after the commit, never before.

/** A transaction per write: one disk sync each. */
export const commitEach = (db) => async (work) => {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

/** Writes of the same event loop turn share one transaction, each in its savepoint: one sync for all. */
export function commitInGroups(db) {
  let waiting = []

  const runOne = ({ work, resolve, reject }) => {
    db.exec('savepoint one')
    try {
      const result = work()
      db.exec('release one')
      return () => resolve(result)
    } catch (error) {
      db.exec('rollback to one; release one')
      return () => reject(error)
    }
  }

  const commitGroup = () => {
    const group = waiting
    waiting = []
    try {
      db.exec('begin immediate')
      const answers = group.map(runOne)
      db.exec('commit')
      for (const answer of answers) answer()
    } catch (error) {
      if (db.isTransaction) db.exec('rollback')
      for (const { reject } of group) reject(error)
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject })
      if (waiting.length === 1) setImmediate(commitGroup)
    })
}
