import { type Webhook, type WebhookDelivery, webhooksApi } from '@cairn/contract/api/webhooks'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallInput, call } from '../lib/api.ts'
import { putDelivery } from './deliveries.ts'

export const webhooksQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'webhooks'],
    queryFn: ({ signal }) => call(webhooksApi.list, { params: { planId }, signal }),
  })

export type WebhookInput = CallInput<typeof webhooksApi.create>['body']
type WebhookChanges = CallInput<typeof webhooksApi.update>['body']

/** Creates a webhook. Its secret is only in the reply, which is dropped with the component. */
export function useCreateWebhook(planId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: WebhookInput) => call(webhooksApi.create, { params: { planId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: webhooksQuery(planId).queryKey, exact: true }),
    gcTime: 0,
  })
}

/** The changes of one webhook. */
export function useWebhookActions({ plan_id, id }: Pick<Webhook, 'plan_id' | 'id'>) {
  const cache = useQueryClient()
  const params = { planId: plan_id, webhookId: id }
  const onSettled = () => cache.invalidateQueries({ queryKey: webhooksQuery(plan_id).queryKey })
  const onSuccess = (delivery: WebhookDelivery) => putDelivery(cache, { plan_id, id }, delivery)
  return {
    change: useMutation({
      mutationFn: (body: WebhookChanges) => call(webhooksApi.update, { params, body }),
      onSettled,
    }),
    /** Its secret is only in the reply, as that of a new webhook. */
    rotate: useMutation({
      mutationFn: (grace_hours: number) => call(webhooksApi.rotate, { params, body: { grace_hours } }),
      onSettled,
      gcTime: 0,
    }),
    remove: useMutation({ mutationFn: () => call(webhooksApi.remove, { params }), onSettled }),
    test: useMutation({ mutationFn: () => call(webhooksApi.test, { params }), onSuccess, onSettled }),
    replay: useMutation({
      mutationFn: (deliveryId: string) => call(webhooksApi.replay, { params: { ...params, deliveryId } }),
      onSuccess,
      onSettled,
    }),
  }
}
