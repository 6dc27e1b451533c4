// Prompts: first messages that people pick in their assistant.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

interface Argument {
  name: string
  description: string
  required: boolean
}
interface Prompt {
  name: string
  title: string
  description: string
  arguments: Argument[]
  text(given: Readonly<Record<string, string>>): string
}

const PLAN: Argument = { name: 'plan_id', description: 'Id of the plan', required: true }
const NODE: Argument = { name: 'node_id', description: 'Id of the node, or its short form', required: true }

const PROMPTS: readonly Prompt[] = [
  {
    name: 'plan-from-brief',
    title: 'Plan from a brief',
    description: 'Turn a brief into a plan with phases, tasks and dependencies',
    arguments: [{ name: 'brief', description: 'What should be achieved, and by when', required: true }],
    text: ({ brief }) => `Make a plan in Cairn from the brief below.

1. Ask me about anything that would change the plan, at most three questions.
2. Draft three to seven phases with tasks that one person can finish in a day or two. Give each task acceptance criteria as lines "[ ] …", and add milestones with dates where the brief names any.
3. Show me the draft. When I agree, call create_plan with nodes, and with edges of kind "dependency" where one task needs another.
4. Answer with the URL of the plan and what can be started first.

Brief:

${quoted(brief ?? '')}`,
  },
  {
    name: 'work-next-task',
    title: 'Work on the next task',
    description: 'Claim a ready task, do it, and report',
    arguments: [PLAN],
    text: ({ plan_id }) => `Work on the next ready task of the plan ${plan_id} in Cairn.

1. Call claim_task with the plan id. If its claim is null, nothing is ready: call list_ready_tasks, say what the open tasks wait for, and stop.
2. Call get_context_pack for the task and follow its agent instructions.
3. Do the work. Write decisions and progress down with add_log; each entry also renews your claim.
4. Check every acceptance criterion, and tick those that are met with update_node.
5. Call end_claim with "done" and a summary. If you cannot go on, end it with "blocked" and say what is missing.`,
  },
  {
    name: 'break-down-node',
    title: 'Break down a node',
    description: 'Split a node into tasks that can be finished one by one',
    arguments: [PLAN, NODE],
    text: ({ plan_id, node_id }) => `Break down the node ${node_id} of the plan ${plan_id} in Cairn.

1. Call get_context_pack for the node, and get_plan_outline with it as parent_id.
2. Propose three to ten tasks below it, each with acceptance criteria as lines "[ ] …", without repeating what exists.
3. When I agree, call add_nodes with the node as parent_id, and with edges where one task needs another.`,
  },
  {
    name: 'weekly-report',
    title: 'Weekly report',
    description: 'What was done, what is blocked and what comes next',
    arguments: [PLAN],
    text: ({ plan_id }) => `Write a report of the last seven days of the plan ${plan_id} in Cairn. Change nothing.

1. Call get_plan_outline with fields "description" and "counts".
2. Call get_changes without since for the current revision, then with a since that is up to 1,000 lower. Follow next_since to the end, and use only changes whose "at" is in the last seven days.
3. Write at most one page: what was finished, what is in progress and by whom, what is blocked and why, what is due in the next two weeks, and decisions that are open. Name nodes by their titles.`,
  },
]

/** What a person passed is data, as in context packs. */
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

export const listPrompts = () => PROMPTS.map(({ text: _, ...prompt }) => prompt)

export function getPrompt(name: string, given: Readonly<Record<string, string>> = {}) {
  const prompt = PROMPTS.find((one) => one.name === name)
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`)
  const missing = prompt.arguments.find((argument) => argument.required && !given[argument.name]?.trim())
  if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${missing.name} is required`)
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text(given) } }],
  }
}
