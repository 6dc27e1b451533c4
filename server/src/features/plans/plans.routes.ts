import { plansApi } from '@cairn/contract/api/plans'
import { listAvailableUsers } from '../../core/plan-members.ts'
import type { Services } from '../../core/services.ts'
import { etagOf, matchesTag } from '../../http/etag.ts'
import { JsonText } from '../../http/json-text.ts'
import { linkPages } from '../../http/pages.ts'
import type { Router } from '../../http/router.ts'
import { createPlan, deletePlan, editPlan, purgePlan, restorePlan } from './plans.commands.ts'
import { getPlanContext } from './plans.context.ts'
import { copyPlan } from './plans.duplicate.ts'
import type { PlanRows } from './plans.list.rows.ts'
import { listPlans, rowsToJson } from './plans.list.ts'
import { markFavorite, markSharesSeen, unmarkFavorite } from './plans.marks.ts'
import { getPlan, getPlanProgress } from './plans.queries.ts'
import { discardPlan, showFilledPlan } from './plans.start.ts'
import { applyTemplate, createPlanFromTemplate } from './plans.templates.ts'
import { transferPlan } from './plans.transfer.ts'

/** HTTP routes of plans. Paths, shapes and docs are in the contract; rules are in the commands. */
export function plansRoutes({ route, routeWithoutTx }: Router, app: Services, planRows: PlanRows): void {
  routeWithoutTx(plansApi.list, async ({ ctx, request, reply }, { query }) => {
    const { rows, total, by_status, state, ...pages } = await listPlans(ctx, planRows, query)
    const text = rowsToJson(rows)
    // Names and avatars change without a revision, so the tag is made from the content.
    const etag = etagOf(text, { by_status, pages })
    reply.header('x-total-count', total).header('x-status-counts', JSON.stringify(by_status)).header('etag', etag)
    if (state !== null) reply.header('x-plans-state', state)
    linkPages(reply, request.url, pages)
    return matchesTag(request, etag) ? reply.status(304).send() : new JsonText(text)
  })
  route(plansApi.markSeen, (ctx, { body }) => markSharesSeen(ctx, body.until))
  route(plansApi.create, (ctx, { body: { template, ...plan } }) =>
    template ? createPlanFromTemplate(ctx, plan, template) : createPlan(ctx, plan),
  )
  route(plansApi.get, (ctx, { params }) => getPlan(ctx, params.planId))
  route(plansApi.update, (ctx, { params, body }) => editPlan(ctx, params.planId, body))
  route(plansApi.delete, (ctx, { params, body }) => deletePlan(ctx, params.planId, body?.expected_version))
  route(plansApi.restore, (ctx, { params, body }) => restorePlan(ctx, params.planId, body?.expected_version))
  route(plansApi.transfer, (ctx, { params, body }) => transferPlan(ctx, app, params.planId, body))
  route(plansApi.favorite, (ctx, { params }) => markFavorite(ctx, params.planId))
  route(plansApi.unfavorite, (ctx, { params }) => unmarkFavorite(ctx, params.planId))
  route(plansApi.purge, (ctx, { params }) => purgePlan(ctx, app, params.planId))
  routeWithoutTx(plansApi.duplicate, ({ ctx, runPrepared }, { params, body }) =>
    runPrepared({
      prepare: () => copyPlan(app, ctx, params.planId, body?.title ?? null),
      command: showFilledPlan,
      discard: (start) => discardPlan(app, start),
    }),
  )
  route(plansApi.applyTemplate, (ctx, { params, body }) => applyTemplate(ctx, params.planId, body.template))
  routeWithoutTx(plansApi.context, async ({ ctx, reply }, { params }) =>
    reply.type('application/json; charset=utf-8').send(await getPlanContext(ctx, params.planId)),
  )
  route(plansApi.availableUsers, (ctx, { params }) => listAvailableUsers(ctx, params.planId))
  route(plansApi.progress, (ctx, { params }) => getPlanProgress(ctx, params.planId))
}
