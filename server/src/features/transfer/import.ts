// A plan from a file: recognized, read and checked first, then written in one transaction.
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { UPLOAD_MAX_BYTES } from '@cairn/contract/api/common'
import type { ImportFormat } from '@cairn/contract/api/importFormats'
import type { Plan } from '@cairn/contract/api/plans'
import { type ImportPreview, PREVIEW_NODES_MAX, PREVIEW_PROBLEMS_MAX } from '@cairn/contract/api/transfer'
import { type ParsedOutline, readPlanOutline } from '@cairn/contract/rules/planOutline'
import { AppError } from '../../base/errors.ts'
import { inTurns } from '../../base/turns.ts'
import type { Ctx, WriteCtx } from '../../core/ctx.ts'
import type { Services } from '../../core/services.ts'
import { roomForUploads, within } from '../artifacts/artifacts.budget.ts'
import { addDraftFiles, type DraftFile, startOfDraft } from '../plans/plans.draft.ts'
import { getPlan } from '../plans/plans.queries.ts'
import { type Filler, fillPlan, type PlanStart, showFilledPlan } from '../plans/plans.start.ts'
import { readCsv } from './import.csv.ts'
import { type PlanRules, type SoundPlan, soundPlan } from './import.draft.ts'
import { readJson } from './import.json.ts'
import { emptyNode, Problems, type ReadPlan, Unreadable } from './import.read.ts'
import { planInZip, unpack } from './import.zip.ts'

/** Text of an outline: longer ones are no outlines. */
const OUTLINE_MAX = 4_000_000

export interface ImportFile {
  name: string
  bytes: Buffer
}
export interface ImportOptions {
  format?: ImportFormat | undefined
  title: string | null
}

export const digestOf = ({ name, bytes }: ImportFile): string =>
  createHash('sha256').update(name).update(bytes).digest('hex')

/** A file as a plan. `plan` is null if it cannot be imported; then the problems say why. */
export interface CheckedImport {
  format: ImportFormat | null
  plan: SoundPlan | null
  problems: Problems
}

export async function checkImport(
  file: ImportFile,
  { format, title }: ImportOptions,
  rules: PlanRules,
): Promise<CheckedImport> {
  const problems = new Problems(PREVIEW_PROBLEMS_MAX)
  let read: ReadPlan | null = null
  try {
    read = await readFile(file, problems, { format, nodesMax: rules.nodesMax })
    const plan = await soundPlan({ ...read, title: title ?? read.title }, problems, rules)
    return { format: read.format, plan, problems }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    problems.fail(error.line, error.field, error.message)
    return { format: read?.format ?? null, plan: null, problems }
  }
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))

async function readFile(
  { name, bytes }: ImportFile,
  problems: Problems,
  { format, nodesMax }: { format: ImportFormat | undefined; nodesMax: number },
): Promise<ReadPlan> {
  const title = name.replace(/\.[a-z0-9]+$/i, '').replace(/[-_]+/g, ' ')
  const unpacked = isZip(bytes) ? await planInZip(bytes) : null
  const plain = readable(unpacked?.plan ?? bytes)
  const start = plain.subarray(0, 2_000).toString().trimStart()
  if (format === 'trello' || ((format === undefined || format === 'cairn') && /^[[{]/.test(start)))
    return readJson(plain, title, problems, unpacked?.entries ?? null)
  const isOutline =
    format === 'markdown' ||
    (format === undefined && (/\.(md|markdown|txt)$/i.test(name) || /^(#|[-*+] |<!--)/.test(start)))
  return isOutline
    ? readMarkdown(plain.toString(), { title, nodesMax }, problems)
    : readCsv(plain.toString(), title, problems, format)
}

/** The bytes of a text in UTF-8 without its byte order mark. */
function readable(content: Buffer): Buffer {
  if (content.length === 0) throw new Unreadable('The file is empty')
  if ((content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff))
    throw new Unreadable('The file is encoded as UTF-16. Save it as UTF-8', 1)
  if (!isUtf8(content)) throw new Unreadable('The file is not text in UTF-8', firstBadLine(content))
  return content.subarray(content.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0)
}

/** The text of an uploaded outline. 400 if it is none. */
export function textOf(bytes: Buffer): string {
  try {
    return readable(bytes).toString()
  } catch (error) {
    throw refusalOf(error)
  }
}

/** 400 for what cannot be read; other errors stay as they are. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Unreadable)) return error
  const problems = new Problems(1)
  problems.fail(error.line, error.field, error.message)
  return refuseImport(problems)
}

function firstBadLine(bytes: Buffer): number {
  let line = 1
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at)
    const stop = end === -1 ? bytes.length : end + 1
    if (!isUtf8(bytes.subarray(at, stop))) return line
    at = stop
    line++
  }
  return line
}

export const parseInTurns = (text: string, nodesMax: number): Promise<ParsedOutline> =>
  inTurns(readPlanOutline(text, { problemsMax: PREVIEW_PROBLEMS_MAX, nodesMax }))

async function readMarkdown(
  text: string,
  { title, nodesMax }: { title: string; nodesMax: number },
  problems: Problems,
): Promise<ReadPlan> {
  if (text.length > OUTLINE_MAX)
    throw new Unreadable(`An outline holds at most ${OUTLINE_MAX.toLocaleString('en-US')} characters`)
  const outline = await parseInTurns(text, nodesMax)
  for (const { line, field, message, instead } of outline.problems) problems.warn(line, field, message, instead)
  const path: string[] = []
  return {
    format: 'markdown',
    title: outline.title ?? title,
    description: null,
    status: 'draft',
    // Not by the ids of the lines: a branch that was copied in an editor has those of the original.
    nodes: outline.lines.map(({ level, line, anchor: _, digest: __, ...fields }) => {
      const key = `line ${line}`
      path.length = level
      const parent = path.at(-1) ?? null
      path.push(key)
      return { ...emptyNode(key, line), ...fields, parent }
    }),
    edges: [],
  }
}

export function previewOf({ format, plan, problems }: CheckedImport): ImportPreview {
  return {
    format,
    can_import: plan !== null,
    title: plan?.title ?? '',
    node_count: plan?.nodes.length ?? 0,
    edge_count: plan?.edges.length ?? 0,
    problem_count: problems.count,
    problems: problems.list,
    nodes: (plan?.nodes ?? [])
      .slice(0, PREVIEW_NODES_MAX)
      .map(({ node: { title, node_type, status, due_date }, level }) => ({
        title,
        node_type,
        status,
        due_date,
        level,
      })),
  }
}

/** 400 with the problems if the file cannot be imported. */
export function requireImportable({ plan, problems }: CheckedImport): SoundPlan {
  if (plan) return plan
  throw refuseImport(problems)
}

/** 400 with the problems. */
export function refuseImport(problems: Problems): AppError {
  const [first] = problems.fatal
  return new AppError(400, 'invalid_input', `${first?.message ?? 'The file cannot be imported'}.`, {
    details: problems.list.map(({ line, field, message }) => ({ path: field ?? 'file', line, message })),
  })
}

/**
 * Stores the uploads of a plan that came in a ZIP file; 409 `uploads_full` if the caller has no room for them, 400 if one
 * cannot be unpacked.
 */
async function storeUploads(
  { files, limits }: Pick<Services, 'files' | 'limits'>,
  ctx: Ctx,
  { bytes }: ImportFile,
  plan: SoundPlan,
): Promise<DraftFile[]> {
  const uploads = (plan.files ?? []).filter(({ url }) => url === null)
  const wanted = new Set(uploads.flatMap(({ path }) => path ?? []))
  // A new plan holds nothing yet: only the room of the person counts.
  const room = await roomForUploads(ctx.db, limits, '', ctx.actor.id)
  const stored =
    wanted.size === 0
      ? new Map<string, { key: string; size: number }>()
      : await unpack(bytes, wanted, async (content) => {
          const file = await files.put(within(room, content), UPLOAD_MAX_BYTES)
          room.bytes -= file.size
          return file
        }).catch((error) => {
          throw refusalOf(error)
        })
  return (plan.files ?? []).flatMap(({ node, name, content_type, url, path, metadata }): DraftFile[] => {
    if (url !== null) return [{ node, link: { name, content_type, url, metadata } }]
    const kept = stored.get(path ?? '')
    return kept ? [{ node, upload: { name, content_type, key: kept.key, size: kept.size, metadata } }] : []
  })
}

/** An imported plan and its files, written but not shown yet. */
export interface FilledImport {
  start: PlanStart
  ids: ReadonlyMap<string, string>
  files: readonly DraftFile[]
}

/** Stores the uploads and writes the plan for `showImportedPlan`; throws like `storeUploads`. */
export async function fillImportedPlan(
  app: Filler & Pick<Services, 'files'>,
  ctx: Ctx,
  file: ImportFile,
  plan: SoundPlan,
): Promise<FilledImport> {
  const { title, description, status, format } = plan
  const files = await storeUploads(app, ctx, file, plan)
  const about = { title, description, status, imported: format }
  const { start, ids } = await startOfDraft({ ...ctx, limits: app.limits }, about, plan)
  await fillPlan(app, ctx, start)
  return { start, ids, files }
}

export async function showImportedPlan(ctx: WriteCtx, { start, ids, files }: FilledImport): Promise<Plan> {
  const plan = await showFilledPlan(ctx, start)
  if (files.length === 0) return plan
  await addDraftFiles(ctx, plan.id, files, ids)
  return getPlan(ctx, plan.id)
}
