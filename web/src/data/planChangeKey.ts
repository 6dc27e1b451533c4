// A file of its own: the plan page must not load the deliveries of webhooks for it.

/** The key of the time when the plan last changed. Live events refetch it while deliveries are listed. */
export const planChangeKey = (planId: string) => ['plan', planId, 'last-change'] as const
