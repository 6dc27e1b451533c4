import { webhooksApi } from '@cairn/contract/api/webhooks'
import { linkPages } from '../../http/pages.ts'
import type { Router } from '../../http/router.ts'
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  sealedWebhook,
  sendTest,
  type WebhookServices,
} from './webhooks.commands.ts'
import { readDeliveries, readWebhooks } from './webhooks.queries.ts'

export function webhooksRoutes({ route }: Router, app: WebhookServices): void {
  route(webhooksApi.list, (ctx, { params }) => readWebhooks(ctx, params.planId))
  route(webhooksApi.create, (ctx, { params, body }) => createWebhook(ctx, app, params.planId, body), sealedWebhook(app))
  route(webhooksApi.update, (ctx, { params, body }) => changeWebhook(ctx, app, params.planId, params.webhookId, body))
  route(
    webhooksApi.rotate,
    (ctx, { params, body }) => rotateSecret(ctx, app, params.planId, params.webhookId, body),
    sealedWebhook(app),
  )
  route(webhooksApi.remove, (ctx, { params }) => removeWebhook(ctx, params.planId, params.webhookId))
  route(webhooksApi.test, (ctx, { params }) => sendTest(ctx, params.planId, params.webhookId))
  route(webhooksApi.deliveries, async (ctx, { params, query }, { request, reply: http }) => {
    const { reply, next } = await readDeliveries(ctx, params.planId, params.webhookId, query)
    linkPages(http, request.url, { next })
    return reply
  })
  route(webhooksApi.replay, (ctx, { params }) =>
    replayDelivery(ctx, params.planId, params.webhookId, params.deliveryId),
  )
}
