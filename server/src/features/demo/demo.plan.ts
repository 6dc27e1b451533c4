// The plan of the demo: a hiking app on its way to its first release, in the middle of the work.
import type { LogType } from '@cairn/contract/api/logs'
import type { DraftEdge } from '../edges/edges.draft.ts'
import type { AddedNode } from '../nodes/nodes.draft.ts'

interface DemoNode extends AddedNode {
  /** Assigned to the demo account. */
  mine?: true
  logs?: { type: LogType; content: string; tags?: string[] }[]
  children?: DemoNode[]
}

export const DEMO_PLAN = {
  title: 'Trailhead 1.0: launch the hiking app',
  description:
    'From twelve interviews to the app stores: a hiking app that plans routes by terrain, and works where there is no signal.',
}

const discovery: DemoNode = {
  title: 'Discovery',
  type: 'phase',
  status: 'completed',
  due: -30,
  description: 'Find out what weekend hikers miss before anything is drawn or built.',
  children: [
    {
      title: 'Interview twelve weekend hikers',
      type: 'task',
      status: 'completed',
      due: -40,
      description: 'Half an hour each, about the last walk that went wrong.',
      acceptance_criteria: '[x] Twelve interviews held\n[x] Notes shared with everyone\n[x] Quotes sorted by theme',
      logs: [
        {
          type: 'progress',
          content: 'All twelve done. Nine of them lost their signal on their last walk.',
          tags: ['research'],
        },
        { type: 'decision', content: 'Offline maps are part of 1.0, not an extra for later.', tags: ['scope'] },
      ],
    },
    {
      title: 'Compare five competing apps',
      type: 'task',
      status: 'completed',
      due: -36,
      description: 'Price, offline use, route planning, and what their reviews complain about.',
      logs: [{ type: 'reasoning', content: 'None of the five shows the surface. That is our opening.' }],
    },
    {
      title: 'Product brief approved',
      type: 'milestone',
      status: 'completed',
      due: -30,
      logs: [{ type: 'comment', content: 'One page, as promised. Thank you for keeping it short!' }],
    },
  ],
}

const design: DemoNode = {
  title: 'Design',
  type: 'phase',
  status: 'in_progress',
  due: 3,
  children: [
    { key: 'flow', title: 'Sketch the route planner', type: 'task', status: 'completed', due: -24 },
    {
      key: 'screens',
      title: 'Design the offline map screens',
      type: 'task',
      status: 'completed',
      due: -18,
      acceptance_criteria:
        '[x] Download, update and delete a region\n[x] Readable in full sun\n[x] One-handed with gloves',
    },
    {
      key: 'accessibility',
      title: 'Review the designs for accessibility',
      type: 'task',
      status: 'in_progress',
      due: 1,
      mine: true,
      description: 'Contrast, text sizes, screen readers, and colors that everyone can tell apart.',
      acceptance_criteria:
        '[x] Contrast of at least 4.5 to 1\nEvery control has a name\nDifficulty is never shown by color alone',
      logs: [
        {
          type: 'challenge',
          content: 'Green and red trails look the same to one in twelve men. They need a pattern as well.',
          tags: ['color'],
        },
        { type: 'comment', content: 'The dashed line for steep trails works well in grayscale.' },
      ],
    },
    { key: 'signed-off', title: 'Designs signed off', type: 'milestone', status: 'not_started', due: 3 },
  ],
}

const build: DemoNode = {
  title: 'Build',
  type: 'phase',
  status: 'in_progress',
  due: 16,
  description: 'Three strands at the same time: planning, maps, accounts.',
  children: [
    {
      key: 'planner',
      title: 'Route planner',
      type: 'task',
      status: 'in_progress',
      due: 6,
      mine: true,
      context:
        'Routes come from the open map data of the region. The planner runs on the phone, so that it works without a signal.',
      agent_instructions:
        '## How to work on this\n\n1. Read the acceptance criteria of each step first.\n2. Keep the planner free of network calls.\n3. Log every decision with its reason, and tick what is met.\n\nAsk before you add a dependency.',
      children: [
        {
          key: 'elevation',
          title: 'Elevation profile',
          type: 'task',
          status: 'completed',
          due: -3,
          acceptance_criteria: '[x] Correct within five metres\n[x] Drawn in under 100 ms for 40 km',
          logs: [{ type: 'progress', content: 'Drawn in 38 ms on the oldest phone we have.', tags: ['performance'] }],
        },
        {
          key: 'filters',
          title: 'Filters for surface and difficulty',
          type: 'task',
          status: 'in_progress',
          due: 4,
          mine: true,
          acceptance_criteria:
            '[x] Paved, gravel, path, rock\nDifficulty on the scale of the alpine clubs\nThe choice is remembered',
          logs: [
            {
              type: 'reasoning',
              content: 'The map data has 31 kinds of surface. Four groups are enough to choose from.',
            },
            { type: 'progress', content: 'Surface is done. Difficulty is next.' },
          ],
        },
        { key: 'share', title: 'Share a route as a link', type: 'task', status: 'not_started', due: 6 },
      ],
    },
    {
      key: 'maps',
      title: 'Offline maps',
      type: 'task',
      status: 'blocked',
      due: 9,
      description: 'A region is downloaded once and then updated in small steps.',
      logs: [
        {
          type: 'challenge',
          content:
            "The license for the map tiles does not cover copies on the phone. Waiting for the provider's answer.",
          tags: ['license', 'blocked'],
        },
        { type: 'comment', content: 'They promised an answer this week. If it is no, we draw the tiles ourselves.' },
      ],
    },
    {
      key: 'accounts',
      title: 'Accounts and saved routes',
      type: 'task',
      status: 'in_progress',
      due: 8,
      acceptance_criteria: '[x] Sign in\nRoutes on all devices\nDelete the account with everything in it',
    },
    {
      key: 'battery',
      title: 'Battery use on long walks',
      type: 'task',
      status: 'not_started',
      due: 14,
      acceptance_criteria: 'Ten hours of recording on one charge',
    },
    { key: 'complete', title: 'Feature complete', type: 'milestone', status: 'not_started', due: 16 },
  ],
}

const test: DemoNode = {
  title: 'Test and polish',
  type: 'phase',
  status: 'not_started',
  due: 32,
  children: [
    {
      key: 'beta',
      title: 'Beta with fifty hikers',
      type: 'task',
      status: 'not_started',
      due: 24,
      description: 'Two weekends, in three regions, with a form of five questions after each walk.',
    },
    { key: 'fixes', title: 'Fix what the beta finds', type: 'task', status: 'not_started', due: 30 },
    { key: 'translate', title: 'Translate into German and French', type: 'task', status: 'not_started', due: 28 },
    { key: 'candidate', title: 'Release candidate', type: 'milestone', status: 'not_started', due: 32 },
  ],
}

const launch: DemoNode = {
  title: 'Launch',
  type: 'phase',
  status: 'not_started',
  due: 42,
  children: [
    {
      key: 'store',
      title: 'Store listing with screenshots',
      type: 'task',
      status: 'not_started',
      due: 34,
      agent_instructions:
        'Draft the listing in at most 80 words from the description of the plan. Leave the choice of screenshots to a person.',
    },
    { key: 'press', title: 'Press kit for outdoor magazines', type: 'task', status: 'not_started', due: 36 },
    { key: 'released', title: 'Trailhead 1.0 is in the stores', type: 'milestone', status: 'not_started', due: 42 },
  ],
}

export const DEMO_ROOT: DemoNode = {
  title: DEMO_PLAN.title,
  type: 'root',
  status: 'in_progress',
  due: 42,
  description: DEMO_PLAN.description,
  children: [discovery, design, build, test, launch],
}

export const DEMO_EDGES: readonly DraftEdge[] = [
  ['accessibility', 'dependency', 'signed-off'],
  ['screens', 'dependency', 'maps'],
  ['filters', 'dependency', 'share'],
  ['planner', 'dependency', 'complete'],
  ['maps', 'dependency', 'complete'],
  ['accounts', 'dependency', 'complete'],
  ['complete', 'dependency', 'beta'],
  ['beta', 'dependency', 'fixes'],
  ['fixes', 'dependency', 'candidate'],
  ['candidate', 'dependency', 'released'],
  ['flow', 'sequence', 'screens'],
  ['store', 'sequence', 'press'],
  ['share', 'reference', 'accounts'],
  ['battery', 'reference', 'maps'],
]
