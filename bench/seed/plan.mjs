// A realistic plan: workstreams of different sizes, completed work first and open work last. The same size always gives
// the same plan, so that runs can be compared.

const WORKSTREAMS = [
  'Research',
  'Design',
  'Platform',
  'Web app',
  'Mobile app',
  'Data',
  'Security',
  'Launch',
  'Support',
  'Partners',
]
const STAGES = ['Discover', 'Shape', 'Build', 'Harden', 'Roll out', 'Review']
const VERBS = [
  'Draft',
  'Agree on',
  'Prototype',
  'Build',
  'Test',
  'Document',
  'Review',
  'Measure',
  'Migrate',
  'Simplify',
  'Translate',
]
const THINGS = [
  'the sign-up flow',
  'invoice export',
  'search over archived projects',
  'the permission model',
  'onboarding emails',
  'the pricing page',
  'import from spreadsheets',
  'keyboard navigation',
  'backup and restore',
  'the weekly digest',
  'rate limits for partners',
  'the audit trail',
  'dark mode',
  'the status page',
  'offline drafts',
]
const AUDIENCES = [
  'for new teams',
  'for the pilot customers',
  'on small screens',
  'for administrators',
  'in the second region',
]
const DETAILS = [
  'Two customers asked for this in the last review. Keep the first version small and put what is left out on the list.',
  'The present state works for a handful of people and falls apart at about two hundred. **Measure before changing it.**',
  'Talk to support first: they know which three questions come up every week.',
  'Depends on the decision about storage. If that slips, start with the read-only part.',
]
const CRITERIA = 'Works with a screen reader\nCovered by a test that fails without it\n[x] Wording agreed with support'

const TASKS_PER_STAGE = 12
const NODES_PER_WORKSTREAM = 400
const DAY_MS = 86_400_000
const FIRST_DUE_DAY = Date.UTC(2026, 0, 5)

/** A repeatable random number generator from 0 to 1 (mulberry32). */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * @typedef {{ fields: object, children: Draft[] }} Draft a node with its children; `fields` is the body of "create a node"
 * @typedef {{ from: Draft, to: Draft, kind: string }} EdgeDraft
 * @param {number} size number of nodes including the root
 * @returns {{ root: Draft, edges: EdgeDraft[] }}
 */
export function draftPlan(title, size) {
  const random = randomFrom(size)
  const pick = (list) => list[Math.floor(random() * list.length)]
  let made = 0
  const node = (parent, fields) => {
    const draft = { fields, children: [] }
    parent?.children.push(draft)
    made++
    return draft
  }

  const dueOn = (share) => new Date(FIRST_DUE_DAY + Math.floor(share * 365) * DAY_MS).toISOString().slice(0, 10)

  /** The early part of a plan is completed, the middle in progress, the rest not started. */
  const statusAt = (share) => {
    if (share < 0.35) return 'completed'
    if (share > 0.55) return 'not_started'
    return random() < 0.15 ? 'blocked' : 'in_progress'
  }

  const taskFields = (share) => ({
    title: `${pick(VERBS)} ${pick(THINGS)}${random() < 0.4 ? ` ${pick(AUDIENCES)}` : ''}`,
    node_type: 'task',
    status: statusAt(share),
    ...(random() < 0.6 && { description: pick(DETAILS) }),
    ...(random() < 0.3 && { acceptance_criteria: CRITERIA }),
    ...(random() < 0.1 && {
      agent_instructions: 'Read the description, ask when a decision is missing, log what you did.',
    }),
    ...(random() < 0.5 && { due_date: dueOn(share) }),
  })

  /** @type {EdgeDraft[]} */
  const edges = []
  const link = (from, to, kind, share) => {
    if (from && random() < share) edges.push({ from, to, kind })
  }

  const root = node(null, { title, node_type: 'root', status: 'in_progress' })
  const streams = Math.max(1, Math.round(size / NODES_PER_WORKSTREAM))
  for (let stream = 0; made < size; stream++) {
    const upTo = stream + 1 >= streams ? size : Math.round((size * (stream + 1)) / streams)
    const name = `${WORKSTREAMS[stream % WORKSTREAMS.length]}${stream < WORKSTREAMS.length ? '' : ` ${Math.floor(stream / WORKSTREAMS.length) + 1}`}`
    const workstream = node(root, { title: name, node_type: 'phase', status: 'in_progress' })
    const first = made
    const shareNow = () => (made - first) / Math.max(1, upTo - first)
    let stageBefore
    for (let stage = 0; made < upTo; stage++) {
      const stageNode = node(workstream, {
        title: `${name}: ${STAGES[stage % STAGES.length].toLowerCase()}${stage < STAGES.length ? '' : `, round ${Math.floor(stage / STAGES.length) + 1}`}`,
        node_type: 'phase',
        status: statusAt(shareNow()),
      })
      link(stageBefore, stageNode, 'sequence', 1)
      const tasks = Math.ceil(TASKS_PER_STAGE * (0.5 + random()))
      for (let i = 0; i < tasks && made < upTo; i++) {
        const task = node(stageNode, taskFields(shareNow()))
        link(stageNode.children.at(-2), task, 'dependency', 0.3)
        link(stageBefore && pick(stageBefore.children), task, 'reference', 0.05)
        const steps = random() < 0.3 ? 1 + Math.floor(random() * 4) : 0
        for (let step = 0; step < steps && made < upTo; step++) node(task, taskFields(shareNow()))
      }
      if (made < upTo) {
        const due = dueOn(shareNow())
        node(stageNode, {
          title: `${stageNode.fields.title} is done`,
          node_type: 'milestone',
          status: statusAt(shareNow()),
          due_date: due,
        })
      }
      stageBefore = stageNode
    }
  }
  return { root, edges }
}
